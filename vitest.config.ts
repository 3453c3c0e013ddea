import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isRest, isSoak } from './test/support/effort.ts';

/** A run that names tests gets all of them, rows that `npm test` leaves out included. */
const isNamed = process.argv.some((word) => /^(-t|--testNamePattern)/.test(word));
/** A run that names files gets them, whatever suffix they have. */
const isWhole = isSoak || isNamed || process.argv.slice(2).some((word) => word.includes('test/'));

const sources = new Map<string, string>();
const readSource = (file: string): string => {
  const known = sources.get(file) ?? readFileSync(file, 'utf8');
  sources.set(file, known);
  return known;
};

/** Returns whether a file, or a file of the tests that it imports, has a text. */
const reaches = (pattern: RegExp, file: string, seen = new Set<string>()): boolean => {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = readSource(file);
  if (pattern.test(source)) return true;
  const imports = [
    ...source.matchAll(
      /^(?:import|export)\b[^'"]*from '(\.[^']+\.ts)';$|^import '(\.[^']+\.ts)';$|^\} from '(\.[^']+\.ts)';$/gm,
    ),
  ];
  return imports
    .map(([, from, only, last]) => normalize(join(dirname(file), from ?? only ?? last ?? '')))
    .some((path) => path.startsWith('test/') && existsSync(path) && reaches(pattern, path, seen));
};

/** Tests that talk to the one running service of their project. */
const isServed = (file: string): boolean => reaches(/inject\('service'\)/, file);
/** Tests that change their process or start others, so that they need one of their own. */
const isAlone = (file: string): boolean =>
  /\.(faults|properties|guards)\./.test(file) ||
  /\bvi\.(mock|stub|spyOn|useFakeTimers)|process\.env\b|useEmptyCloud|\/(empty-cloud|local-cloud|browser|command-line|folder|held|close-workers)\.ts'/.test(
    readSource(file),
  );

/** What a newcomer need not wait for has a suffix: `.slow` runs in CI after `npm test`, `.nightly` in `npm run soak`. */
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
  if (isServed(file)) return isAlone(file) ? 'served-alone' : 'served';
  if (/\.(faults|properties)\./.test(file) || readSource(file).includes('/support/faults/')) return 'faults';
  return isAlone(file) ? 'alone' : 'shared';
};
const filesOf = Map.groupBy(files, getProject);

/** What hangs is found all the same, and a busy machine fails nothing. */
const patienceMs = isSoak ? 3_600_000 : 600_000;

/** Projects whose files take longest: begun first, none of them runs alone at the end. */
const longest: readonly string[] = ['served-alone', 'alone', 'faults'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ project }: TestSpecification): number => [...longest, project.name].indexOf(project.name);
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
