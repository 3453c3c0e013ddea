/**
 * `npm run try:packages -- [NODE...]`: packs the published packages, checks metadata and types, publishes them to a
 * local registry, and installs and runs them from there with an empty home, on each version of Node.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { print } from '../bin/print.ts';
import { runProgram } from '../bin/program.ts';
import { output } from './packages/commands.ts';
import { hasBrowser, testFirstImage } from './packages/first-image.ts';
import { lintPackage } from './packages/lint.ts';
import { getNewUserEnvironment } from './packages/new-user.ts';
import { packageNames, packPackages } from './packages/pack.ts';
import { publish, startRegistry } from './packages/registry.ts';

const entries = ['', '/html', '/next', '/astro', '/sveltekit', '/nuxt', '/tags'];

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

/** Returns the size of all files below a folder, in bytes. */
const getSize = async (folder: string): Promise<number> => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const tryApp = async (home: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const begun = performance.now();
  const cwd = join(home, 'my-images');
  const npm = (...args: string[]) => output('npm', args, { cwd, env });
  await output('npm', ['create', '--yes', 'image-url', 'my-images'], { cwd: home, env });
  const created = seconds(begun);
  const installing = performance.now();
  await npm('install', '--no-audit', '--no-fund');
  const installed = seconds(installing);
  await npm('run', 'page');
  let first = '';
  const widths = await testFirstImage(cwd, env, () => {
    first = seconds(begun);
  });
  if (widths.some((width) => width !== 1_200)) throw new Error(`Expected images of 1,200 pixels, got ${widths}.`);
  const checking = performance.now();
  await npm('run', 'check');
  const checked = seconds(checking);
  await npm('test');
  const size = megabytes(await getSize(join(cwd, 'node_modules')));
  const how = hasBrowser() ? 'in Chromium' : 'by request';
  print(
    `  app: created ${created}, installed ${installed} (${size}), first image ${how} after ${first}, check ${checked}`,
  );
};

const tryClient = async (home: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const cwd = join(home, 'my-images');
  const imports = entries.map((entry) => `await import('image-url-client${entry}');`).join('');
  await output('node', ['--input-type=module', '--eval', imports], { cwd, env });
};

const construct = `
import { App, Stack } from 'aws-cdk-lib';
import { ImageUrls } from 'image-url-cdk';

const app = new App({ outdir: 'cdk.out' });
const stack = new Stack(app, 'Images', { env: { account: '111122223333', region: 'eu-west-1' } });
new ImageUrls(stack, 'Images', { layerPath: 'layer' });
app.synth();
`;

const tryConstruct = async (home: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const cwd = join(home, 'infrastructure');
  await mkdir(join(cwd, 'layer'), { recursive: true });
  await writeFile(join(cwd, 'layer/empty'), '');
  await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(join(cwd, 'app.js'), construct);
  const begun = performance.now();
  await output('npm', ['install', '--no-audit', '--no-fund', 'image-url-cdk'], { cwd, env });
  const installed = seconds(begun);
  const synthesising = performance.now();
  await output('node', ['app.js'], { cwd, env });
  print(`  construct: installed ${installed}, synthesised ${seconds(synthesising)}`);
};

/** Renders the image of the README as a new user would, and tries what the package promises. */
const tryEngine = async (home: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const begun = performance.now();
  const cwd = join(home, 'hello');
  await mkdir(cwd);
  const install = ['install', '--no-audit', '--no-fund', 'image-url-engine'];
  await output('npm', install, { cwd, env });
  const installed = seconds(begun);
  const [, program = ''] = /^```js\n(.*?)^```/ms.exec(await readFile('packages/engine/README.md', 'utf8')) ?? [];
  await writeFile(join(cwd, 'hello.mjs'), program);
  await output('node', ['hello.mjs'], { cwd, env });
  const { size } = await stat(join(cwd, 'hello.png'));
  const first = seconds(begun);
  await copyFile('tools/packages/engine-trial.mjs', join(cwd, 'trial.mjs'));
  const steps = (await output('node', ['trial.mjs'], { cwd, env })).trim().replaceAll('\n', ', ');
  const disk = megabytes(await getSize(join(cwd, 'node_modules')));
  print(`  engine: installed ${installed} (${disk}), first image (${size} bytes) after ${first}; ${steps}`);
};

await runProgram(async () => {
  const versions = process.argv.slice(2);
  const folder = await mkdtemp(join(tmpdir(), 'try-packages-'));
  const registry = await startRegistry(join(folder, 'registry'), packageNames);
  try {
    for (const [name, tarball] of await packPackages(folder)) {
      await lintPackage(name, tarball, folder);
      await publish(registry, tarball, folder);
      print(`${basename(tarball)}: ${megabytes((await stat(tarball)).size)}, metadata and types without a remark`);
    }
    for (const version of versions.length > 0 ? versions : ['22', '24']) {
      const home = join(folder, `home-${version}`);
      const env = await getNewUserEnvironment(home, version, registry);
      print(`Node ${(await output('node', ['--version'], { cwd: home, env })).trim()}`);
      await tryEngine(home, env);
      await tryApp(home, env);
      await tryClient(home, env);
      await tryConstruct(home, env);
    }
  } finally {
    await registry.close();
    await rm(folder, { recursive: true, force: true });
  }
});
