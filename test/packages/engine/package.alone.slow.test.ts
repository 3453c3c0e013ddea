import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { getImageKind } from '#engine/image-bytes.ts';
import { packPackage } from '../../../tools/packages/pack.ts';
import { useFolder } from '../../support/folder.ts';

const run = promisify(execFile);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const site = useFolder();
const installed = () => join(site, 'node_modules/image-url-engine');

/** The package as it is published; its dependencies are those of this repository. */
beforeAll(async () => {
  const tarball = await packPackage(site, 'image-url-engine');
  await mkdir(installed(), { recursive: true });
  await run('tar', ['xzf', tarball, '-C', installed(), '--strip-components=1']);
  await symlink(resolve('node_modules'), join(installed(), 'node_modules'));
});

it('contains a bundle, types, licences and how to use it; of the repository only what it needs', async () => {
  const manifest = JSON.parse(await readFile(join(installed(), 'package.json'), 'utf8'));
  expect(await readdir(installed())).toEqual(
    expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'lib', 'package.json']),
  );
  expect(Object.keys(manifest.exports)).toEqual(['.', './package.json']);
  expect([manifest.private, manifest.scripts]).toEqual([undefined, undefined]);
});

it('renders the image of its README', async () => {
  const [, program = ''] = /^```js\n(.*?)^```/ms.exec(await readFile(join(installed(), 'README.md'), 'utf8')) ?? [];
  await writeFile(join(site, 'hello.mjs'), program);
  await run(process.execPath, ['hello.mjs'], { cwd: site, env: {} });
  expect(getImageKind(await readFile(join(site, 'hello.png')))).toBe('png');
});

it('compiles, renders, checks, ends templates beyond their limits and asks no network', async () => {
  await copyFile('tools/packages/engine-trial.mjs', join(site, 'trial.mjs'));
  const { stdout } = await run(process.execPath, ['trial.mjs'], { cwd: site, env: {} });
  expect(stdout).toContain('network');
});

it('has types that are whole', async () => {
  const program = `
    import { openEngine, InputError, type RenderedImage } from 'image-url-engine';
    await using engine = await openEngine({ fonts: ['*.ttf', new Uint8Array(), { family: 'A', file: 'a.ttf' }] });
    const template = await engine.compile('');
    const image: RenderedImage = await engine.render(template, { variables: { list: [{ a: 1 }] }, format: 'webp' });
    const { diagnostics } = await engine.check('', { variables: { title: undefined } });
    export const found: readonly string[] = [image.contentType, ...diagnostics.map(({ code }) => code)];
    export const getField = (error: unknown) => (error instanceof InputError ? error.field : undefined);
    // @ts-expect-error a format that there is not
    await engine.render(template, { format: 'gif' });
  `;
  await writeFile(join(site, 'program.mts'), program);
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: false, types: [], target: 'ES2022', module: 'nodenext' },
    lib: ['ES2022', 'ESNext.Disposable', 'DOM'],
  };
  await writeFile(join(site, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
  const { stdout } = await run(process.execPath, [tsc, '--project', site]).catch((error) => error);
  expect(stdout).toBe('');
});
