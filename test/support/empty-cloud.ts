import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type LocalCloud, startEmulators } from '../../local/emulators.ts';
import { closeWorkers } from './close-workers.ts';

/** Gives the tests of a file a cloud with nothing in it, which this process's AWS clients use; what they start ends with it. */
export const onEmptyCloud = (): void => {
  let folder: string;
  let cloud: LocalCloud;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'empty-cloud-'));
    cloud = await startEmulators(folder);
    Object.assign(process.env, cloud.environment);
  });
  afterAll(async () => {
    await closeWorkers();
    await cloud.close();
    await rm(folder, { recursive: true, force: true });
  });
};
