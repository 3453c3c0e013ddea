import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { isSoak } from './test/support/effort.ts';

const folders = readdirSync('test', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Folders whose tests talk to one running service; it is started once for each of them. */
const served = ['api', 'hostile'];

export default defineConfig({
  test: {
    // most of what a test does is wait for a service or a process of its own
    maxWorkers: isSoak ? 3 : 2,
    projects: folders.map((name) => ({
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        testTimeout: 20_000,
        hookTimeout: 60_000,
        // promises about time are tried with nothing beside them, after all else; the short forms have company, and two tries
        ...(name === 'hostile' && (isSoak ? { maxWorkers: 1, sequence: { groupOrder: 1 } } : { retry: 1 })),
        ...(served.includes(name) && { globalSetup: 'test/support/running-service.ts' }),
      },
    })),
  },
});
