import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packageName } from '../../../packages/create/src/create-app.ts';
import { useFolder } from '../../support/folder.ts';

const run = promisify(execFile);
const folder = useFolder();
const program = resolve('packages/create/src/main.ts');
const commandLine = resolve('packages/cli/src/main.ts');

/** What the program prints and answers, run in the test's folder. */
const create = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
  try {
    return { code: 0, ...(await run(process.execPath, [program, ...args], { cwd: folder })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
};
const filesIn = async (name: string): Promise<string[]> =>
  (await readdir(join(folder, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const readJson = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8'));

describe('npm create image-url', () => {
  it('writes the app, and names every file of it', async () => {
    const { code, stdout } = await create();

    const named = [...stdout.matchAll(/^wrote (.+)$/gm)].map(([, file = '']) => file);
    expect(code).toBe(0);
    expect(named.sort()).toEqual(await filesIn('my-images'));
    expect(named).toEqual(
      expect.arrayContaining([
        'my-images/.github/workflows/images.yml',
        'my-images/.gitignore',
        'my-images/cards/card.tsx',
        'my-images/image-url.json',
        'my-images/page.js',
      ]),
    );
    expect(stdout).toMatch(/cd my-images\n {2}npm install\n {2}npm run dev\n$/);
  });

  it('begins with a starter, which compiles, or names those that there are', async () => {
    const { code } = await create('with-starter', '--starter', 'chart');
    expect(code).toBe(0);
    const files = await filesIn('with-starter');
    expect(files).toContain('with-starter/cards/card.jsx');
    expect(files).not.toContain('with-starter/cards/card.tsx');
    expect((await readJson('with-starter/image-url.json')).templates).toBe('cards/*.{jsx,tsx}');
    const { stdout } = await run(process.execPath, [commandLine, 'check', '--json'], {
      cwd: join(folder, 'with-starter'),
    });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, templates: 1 });

    const unknown = await create('without', '--starter', 'nothing');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/there are article, changelog, chart, /)]);
    expect(await filesIn('.')).not.toContainEqual(expect.stringContaining('without/'));
  });

  it('depends on the packages of its own version, and has a script for each step', async () => {
    await create('scripts');

    const { version } = JSON.parse(await readFile('packages/create/package.json', 'utf8'));
    const manifest = await readJson('scripts/package.json');
    expect(manifest).toMatchObject({
      name: 'scripts',
      private: true,
      dependencies: { 'image-url-client': `^${version}` },
      devDependencies: { 'image-url-cli': `^${version}` },
    });
    expect(Object.keys(manifest.scripts)).toEqual(['dev', 'check', 'test', 'push', 'page']);
  });

  it('has a template without warnings, whose images are those of today', async () => {
    await create('checked');
    const imageUrl = (...args: string[]) =>
      run(process.execPath, [commandLine, ...args], { cwd: join(folder, 'checked') });
    const [checked, tested] = await Promise.all([imageUrl('check', '--strict'), imageUrl('test')]);
    expect(checked.stdout).toContain('0 errors, 0 warnings');
    expect(tested.stdout).toContain('same 2, changed 0, new 0');
  });

  it('names the service of --base-url', async () => {
    await create('elsewhere', '--base-url', 'https://api.example.com/');
    expect(await readJson('elsewhere/image-url.json')).toEqual({
      baseUrl: 'https://api.example.com',
      templates: 'cards/*.tsx',
    });
  });

  it('takes an empty folder, and one that is a repository without files', async () => {
    await mkdir(join(folder, 'empty/.git'), { recursive: true });
    expect((await create('empty')).code).toBe(0);
  });

  it.each([
    ['a folder with a file in it', ['full'], 'full is not empty (notes.txt)'],
    ['a file', ['full/notes.txt'], 'is a file'],
    ['two folders', ['one', 'two'], 'Expected one folder, got 2.'],
    ['an option it does not have', ['--yes'], "Unknown option '--yes'"],
    ['an address with a path', ['other', '--base-url', 'https://example.com/api'], '--base-url: expected an address'],
    ['an address with a password', ['other', '--base-url', 'https://me:secret@example.com'], '--base-url: expected'],
    ['another kind of address', ['other', '--base-url', 'file:///etc'], '--base-url: expected an address'],
  ])('refuses %s, and writes nothing', async (_what, args, message) => {
    await mkdir(join(folder, 'full'), { recursive: true });
    await writeFile(join(folder, 'full/notes.txt'), 'mine');
    const before = await readdir(folder);
    const { code, stderr } = await create(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await readdir(folder)).toEqual(before);
    expect(await filesIn('full')).toEqual(['full/notes.txt']);
  });

  it.each([
    ['/tmp/My Images', 'my-images'],
    ['/tmp/@scope', 'scope'],
    ['/tmp/..', 'my-images'],
    ['/tmp/été', 't'],
    ['/tmp/_private', 'private'],
    ['/tmp/日本', 'my-images'],
  ])('names the package of %s %s', (path, name) => {
    expect(packageName(path)).toBe(name);
  });
});
