import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type LastingResources, lastingResources } from './lasting-resources.ts';
import { recordedReleases, resourcesFile } from './recording.ts';

const today = lastingResources();

it.each(recordedReleases())(
  'an update from %s replaces nothing that holds data or has a published address',
  (release) => {
    const recorded: LastingResources = JSON.parse(readFileSync(resourcesFile(release), 'utf8'));

    expect(Object.keys(recorded).length).toBeGreaterThan(15);
    expect(today).toMatchObject(recorded);
    // a property that was added may replace a resource as well
    for (const [id, { properties }] of Object.entries(recorded)) expect(today[id]?.properties).toEqual(properties);
  },
);
