import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getSource } from '../../../packages/cli/src/bundling.ts';
import { Failure } from '../../../packages/cli/src/failure.ts';
import { allTemplates, getFileName } from '../../../packages/cli/src/files.ts';
import { readLock } from '../../../packages/cli/src/lock-file.ts';
import { templateEndings } from '../../../packages/cli/src/paths.ts';
import { readInside, removeInside, writeInside } from '../../../packages/cli/src/project-files.ts';
import { randomFrom } from '../../support/random.ts';

/**
 * @promise Command line and local run: A repository, lock file or service makes the command line read or write files
 *   elsewhere: `..`, absolute and Windows paths, links anywhere in a path, imports, `tsconfig.json`, `package.json`,
 *   pipes and devices
 * @how one module turns names into paths: every link is resolved, the path must be inside the project and end in an
 *   allowed extension, and is checked again before use; the bundler gets file contents and opens nothing (decision
 *   310); a lint keeps other modules from files
 * @also test/packages/cli/cli.guards.slow.test.ts
 * @figure 10,000 paths, 10,000 lock files: nothing read, written or removed outside
 */

const canary = 'canary-outside';
let home: string;
let root: string;

/** A project in a folder with other things, and links of every kind between them. */
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'paths-')));
  root = join(home, 'root');
  for (const folder of ['root/cards/deep', 'root/.git', 'root/node_modules/pack', 'out/deep'])
    await mkdir(join(home, folder), { recursive: true });
  for (const file of ['out/a.ts', 'out/a.tsx', 'out/a.json', 'out/.env', 'out/deep/a.ts', 'a.ts', 'a.json'])
    await writeFile(join(home, file), `export default '${canary}';\n`);
  for (const file of ['cards/a.tsx', 'cards/deep/a.ts', '.git/a.js', 'node_modules/pack/a.js'])
    await writeFile(join(root, file), 'export default 1;\n');
  await writeFile(join(root, '.env'), canary);
  for (const [link, target] of [
    ['link', '../out'],
    ['cards/link', '../../out/deep'],
    ['cards/l.tsx', '../../out/a.tsx'],
    ['cards/env.tsx', '../.env'],
    ['cards/in.tsx', 'a.tsx'],
    ['in', 'cards'],
    ['up', '..'],
    ['loop', 'loop'],
    ['gone.tsx', '../out/new.tsx'],
    ['gone', '../new-folder'],
    ['twice', 'link/deep'],
    ['node_modules/link', '../../out'],
    ['.image-url', '../out'],
  ] as const)
    await symlink(target, join(root, link));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Everything outside of the project, with what it holds. */
const outside = async (): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!path.startsWith(`${root}/`)) found[path] = entry.isFile() ? await readFile(path, 'utf8') : '';
  }
  return found;
};

const random = randomFrom(27);
const parts = [
  ...[...'.. . ... cards deep link in up loop gone twice out root .git .image-url'.split(' '), ''],
  ...'node_modules pack a.ts a.tsx a.json .env l.tsx env.tsx in.tsx gone.tsx new.tsx new'.split(' '),
  ...[
    ...String.raw`A.TSX a.tsx. C: C:\x.tsx ..\out %2e%2e ‮a.tsx ~`.split(' '),
    'a.tsx ',
    'a\0.tsx',
    'a\n.tsx',
    'a\u009b.tsx',
  ],
  'x'.repeat(300),
] as const;
const separators = ['/', '/', '/', '//', '\\', '/./', '/../'] as const;
const anyPath = (): string => {
  const inside = ['', '', '', '', './/'];
  const start = random.pick([...inside, '/', '../', '../../', `${root}/`, `${home}/`, 'file://', '\\\\?\\']);
  let path = start + random.pick(parts);
  for (let n = random.int(0, 4); n > 0; n -= 1) path += random.pick(separators) + random.pick(parts);
  return random.int(0, 2) === 0 ? `${path}${random.pick(['.tsx', '.ts', '.json', '/a.tsx', '/a.ts'])}` : path;
};

/** What was done; undefined where it was refused. */
const tried = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    // a refusal says so in words; anything else is a fault of the command line
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

it('10,000 paths read, write and remove nothing outside of the project', async () => {
  const before = await outside();
  let done = 0;
  for (let n = 0; n < 10_000; n += 1) {
    const path = anyPath();
    const what = random.int(0, 3);
    const result = await tried<unknown>(async () => {
      if (what === 0) return String(await readInside(root, path, [...templateEndings, '.json']));
      if (what === 1) return writeInside(root, path, templateEndings, 'written');
      if (what === 2) return removeInside(root, path, templateEndings).then(() => 'removed');
      const code = `import it from ${JSON.stringify(path)};\nexport default () => <div>{it}</div>;\n`;
      return (await getSource(root, join(root, 'cards', 'a.tsx'), code, root)).code;
    });
    if (result !== undefined) done += 1;
    expect(String(result), path).not.toContain(canary);
    if (n % 500 === 499) expect(await outside(), path).toEqual(before);
  }
  expect(await outside()).toEqual(before);
  expect(await readFile(join(root, '.env'), 'utf8')).toBe(canary);
  // and it is no fuzz of refusals alone
  expect(done).toBeGreaterThan(1_000);
  expect(done).toBeLessThan(9_000);
});

it('10,000 lock files, names of templates and patterns lead to no file outside of the project', async () => {
  const before = await outside();
  let [cached, refused] = [0, 0];
  for (let n = 0; n < 10_000; n += 1) {
    const pattern = anyPath();
    const project = { root, templates: [pattern], fonts: [], environment: 'default', baseUrl: 'https://mine.test' };
    const file = random.int(0, 1) === 0 ? anyPath() : `cards/${getFileName(anyPath())}.tsx`;
    const templates = { [anyPath()]: { file, templateId: 't1', version: 1, hash: 'x' } };
    const text = JSON.stringify({ environments: { default: { baseUrl: project.baseUrl, templates } } });
    await writeInside(root, 'image-url.lock.json', ['.json'], text);
    const entries = await tried(() => readLock(project));
    if (entries) cached += 1;
    else refused += 1;
    for (const one of Object.values(entries ?? {}))
      await tried(() => writeInside(root, one.file, templateEndings, 'pulled'));
    if (n % 20 === 0)
      for (const { path } of (await tried(() => allTemplates(project))) ?? [])
        expect(path.startsWith(`${root}/`), pattern).toBe(true);
    if (n % 500 === 499) expect(await outside(), file).toEqual(before);
  }
  expect(await outside()).toEqual(before);
  expect(Math.min(cached, refused)).toBeGreaterThan(1_000);
});
