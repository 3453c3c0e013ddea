import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isRest, isSoak } from './test/support/effort.ts';

/** A run that names tests gets all of them, rows that `npm test` leaves out included. */
const isNamed = process.argv.some((word) => /^(-t|--testNamePattern)/.test(word));
/** A run that names files gets them, whatever suffix they have. */
const isWhole = isSoak || isNamed || process.argv.slice(2).some((word) => word.includes('test/'));

/**
 * Words of a file's name decide where it runs (docs/conventions.md#tests): `a.service.alone.slow.test.ts` has three. What
 * a newcomer need not wait for is `.slow`, which CI runs after `npm test`, or `.nightly`, in `npm run soak`.
 */
const isScheduled = (file: string): boolean =>
  isRest ? file.endsWith('.slow.test.ts') : isWhole || !/\.(slow|nightly)\.test\.ts$/.test(file);

const files = globSync('test/**/*.test.ts').filter(isScheduled);

/** Sockets to emulators wait long, except where a fault is what is tested. */
const calm = { setupFiles: 'test/support/patient-sockets.ts' };
const served = { globalSetup: 'test/support/running-service.ts', ...calm };
const projects = {
  served: { ...served, isolate: false },
  'served-alone': served,
  shared: { ...calm, isolate: false },
  alone: calm,
  faults: {},
};
type Project = keyof typeof projects;

const getProject = (file: string): Project => {
  const words = basename(file).split('.');
  const isAlone = words.includes('alone') || words.includes('guards');
  if (words.includes('service')) return isAlone ? 'served-alone' : 'served';
  if (words.includes('faults') || words.includes('properties')) return 'faults';
  return isAlone ? 'alone' : 'shared';
};
const filesOf = Map.groupBy(files, getProject);

/** What hangs is found all the same, and a busy machine fails nothing. */
const patienceMs = isSoak ? 3_600_000 : 600_000;

/** First those that need no running service, which starts meanwhile; at the end those whose files are short. */
const order: readonly string[] = ['alone', 'faults', 'served-alone', 'served', 'shared'] satisfies Project[];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ project }: TestSpecification): number => order.indexOf(project.name);
    return (await super.sort(files)).sort((one, other) => position(one) - position(other));
  }
}

export default defineConfig({
  test: {
    // much of what a test does is wait for a service or a process of its own
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/support/temporary-folder.ts',
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    expect: { poll: { timeout: patienceMs } },
    env: { TZ: 'UTC', ...(isNamed && { ALL_ROWS: '1' }) },
    projects: [...filesOf].map(([name, include]) => ({
      extends: true as const,
      test: { name, include, ...projects[name] },
    })),
  },
});
