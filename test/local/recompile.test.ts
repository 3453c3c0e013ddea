import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../../bin/admin.ts';
import { type LocalCloud, startEmulators } from '../../local/emulators.ts';
import { endpointsFile } from '../../local/service.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { useFolder } from '../support/folder.ts';

const dataDir = useFolder();
let cloud: LocalCloud;
beforeAll(async () => {
  cloud = await startEmulators(dataDir);
  // as a running service does: every command finds the same cloud
  await writeFile(endpointsFile(dataDir), JSON.stringify({ environment: cloud.environment }));
});
afterAll(async () => {
  await closeWorkers();
  await cloud.close();
});

const admin = (...words: string[]) => runAdmin([...words, '--data', dataDir]);

it('npm run admin compiles templates again: what is out of date, or all', async () => {
  await admin('starters', 'publish');
  const outOfDate = await admin('templates', 'recompile');
  const all = await admin('templates', 'recompile', '--all');
  expect(outOfDate).toEqual({ recompiled: [], current: 14, failed: [] });
  expect(all).toEqual({ recompiled: expect.arrayContaining(['starter-article']), current: 0, failed: [] });
  expect(all).toHaveProperty('recompiled.length', 14);
});
