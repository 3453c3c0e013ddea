import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Returns the test files that a file imports, directly or through others, and the file. */
const withImports = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, from, path = from ?? ''] of readFileSync(file, 'utf8').matchAll(
    / from '(\.[^']+\.ts)';$|^import '(\.[^']+\.ts)';$/gm,
  ))
    if (normalize(join(dirname(file), path)).startsWith('test/'))
      withImports(normalize(join(dirname(file), path)), seen);
  return seen;
};

/** What only a test of a kind may use, since its files share a process, a service, or patient sockets. */
const reserved: readonly (readonly [kinds: readonly string[], what: RegExp, isAnywhere: boolean])[] = [
  [['service'], /\binject\('service'\)/, true],
  [['faults', 'properties', 'service'], /\/support\/faults\//, false],
  [
    ['alone', 'guards', 'faults', 'properties'],
    /\bvi\.(?:mock|stub|spyOn|useFakeTimers)|\bdelete process\.env\b|Object\.assign\(process\.env\b|\bprocess\.env\S* =(?!=)|\buseEmptyCloud\b|\/(?:empty-cloud|local-cloud|browser|held|close-workers)\.ts'/,
    false,
  ],
];

/** Returns what a file uses that its name does not allow, as the kinds one of which it must name. */
const findMissing = (file: string, read: (path: string) => string): string[] => {
  const words = basename(file).split('.');
  const reached = [...withImports(file)];
  return reserved
    .filter(([kinds]) => !kinds.some((kind) => words.includes(kind)))
    .filter(([, what, isAnywhere]) => (isAnywhere ? reached : [file]).some((path) => what.test(read(path))))
    .map(([kinds]) => `${file}: ${kinds.join(' or ')}`);
};

describe('the name of a test file', () => {
  // this one quotes what others may not use
  const files = globSync('test/**/*.test.ts').filter((file) => basename(file) !== 'kinds.test.ts');

  it('has the kind that its support needs, so that it runs where that works', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((file) => findMissing(file, (path) => readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('consists of a subject and known kinds', () => {
    const known = ['service', 'alone', 'guards', 'faults', 'properties', 'slow', 'nightly'];
    const unknown = files.filter(
      (file) =>
        !basename(file, '.test.ts')
          .split('.')
          .slice(1)
          .every((word) => known.includes(word)),
    );
    expect(unknown).toEqual([]);
  });

  it.each([
    ["const { url } = inject('service');", 'service'],
    ["import { startFaultyService } from '../support/faults/service.ts';", 'faults or properties or service'],
    ["vi.mock('../a.ts');", 'alone or guards or faults or properties'],
    ["import { below } from '../support/held.ts';", 'alone or guards or faults or properties'],
    ["process.env.REGION = 'a';", 'alone or guards or faults or properties'],
    ["Object.assign(process.env, { REGION: 'a' });", 'alone or guards or faults or properties'],
    ['delete process.env.REGION;', 'alone or guards or faults or properties'],
  ])('is refused where it uses %s without its kind', (source, kinds) => {
    const file = 'test/repository/references.test.ts';
    expect(findMissing(file, (path) => (path === file ? source : ''))).toEqual([`${file}: ${kinds}`]);
  });
});

it('the projects that programs name are those of vitest.config.ts', () => {
  const config = readFileSync('vitest.config.ts', 'utf8');
  const named = globSync(['bin/*.ts', 'tools/**/*.ts', 'package.json'])
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.includes('vitest'))
    .flatMap((line) => [...line.matchAll(/--project[= ',]+([\w-]+)/g)].map(([, name]) => name));
  expect(named).not.toEqual([]);
  for (const name of named) expect(config).toMatch(new RegExp(`^  '?${name}'?: `, 'm'));
});
