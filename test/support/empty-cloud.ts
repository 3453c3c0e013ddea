import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { closeDrawers } from '../../lambdas/isolation/draw/draw.ts';
import { closeEvaluators } from '../../lambdas/isolation/evaluate/evaluate.ts';
import { type LocalCloud, startStandIns } from '../../local/emulators.ts';

/** Gives the tests of a file a cloud with nothing in it, which this process's AWS clients use; what they start ends with it. */
export const onEmptyCloud = (): void => {
  let folder: string;
  let cloud: LocalCloud;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'empty-cloud-'));
    cloud = await startStandIns(folder);
    Object.assign(process.env, cloud.environment);
  });
  afterAll(async () => {
    closeDrawers();
    await closeEvaluators();
    await cloud.close();
    await rm(folder, { recursive: true, force: true });
  });
};
