import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { starters } from '../../../starters/index.ts';
import { renderStarter } from '../../../tools/docs/starters-document.ts';
import { differenceFrom } from './render-case.ts';

const all = await starters();

describe('starter templates', () => {
  it.each(all.map((starter) => [starter.id, starter] as const))(
    '%s looks as its document shows it',
    async (_id, starter) => {
      const { bytes, file } = await renderStarter(starter);

      expect(await differenceFrom(file, bytes)).toBeLessThan(0.0005);
    },
  );

  it('are all in the document, and nothing else is', async () => {
    const images = await readdir('docs/starters');

    expect(images.map((file) => file.replace(/\.\w+$/, '')).sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('are at least twelve, with ids that never change', () => {
    expect(all.length).toBeGreaterThanOrEqual(12);
    for (const { id } of all) expect(id).toMatch(/^starter-[a-z-]+$/);
  });
});
