import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { isSoak } from './test/support/effort.ts';

const folders = readdirSync('test', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Folders whose tests talk to one running service; it is started once for each of them. */
const served = ['api', 'hostile', 'studio'];

/** Whoever asks for a test by its name gets it, whichever rows are sampled today. */
const isNamed = process.argv.some((word) => /^(-t|--testNamePattern)/.test(word));

export default defineConfig({
  test: {
    // much of what a test does is wait for a service or a process of its own
    maxWorkers: 4,
    // what hangs is found all the same, and a busy machine fails nothing
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: isNamed ? { SAMPLED: 'no' } : {},
    projects: folders.map((name) => ({
      extends: true as const,
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        // unit tests leave nothing behind, so that files can share what they import
        ...(name === 'unit' && { isolate: false }),
        // the long forms try promises about time with nothing beside them, after all else
        ...(name === 'hostile' && isSoak && { maxWorkers: 1, sequence: { groupOrder: 1 } }),
        ...(served.includes(name) && { globalSetup: 'test/support/running-service.ts' }),
      },
    })),
  },
});
