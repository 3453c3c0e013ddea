import { afterAll, beforeAll } from 'vitest';
import { type LocalCloud, startEmulators } from '../../local/emulators.ts';
import { closeWorkers } from './close-workers.ts';
import { useFolder } from './folder.ts';

/** Gives the tests of a file a cloud with nothing in it, which this process's AWS clients use; what they start ends with it. */
export const onEmptyCloud = (): void => {
  const folder = useFolder();
  let cloud: LocalCloud;
  beforeAll(async () => {
    cloud = await startEmulators(folder);
    Object.assign(process.env, cloud.environment);
  });
  afterAll(async () => {
    await closeWorkers();
    await cloud.close();
  });
};
