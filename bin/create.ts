/** `npm run create -- [FOLDER]`: writes an app with the packages of this clone, which are on no registry, and installs them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { createApp, UsageError } from '../packages/create/src/create-app.ts';
import { readOptions, usage } from '../packages/create/src/options.ts';
import { output } from '../tools/packages/commands.ts';
import { packPackages } from '../tools/packages/pack.ts';
import { print } from './print.ts';

/** Packages of the app, and the part of its manifest that names each. */
const packed = { 'image-url-client': 'dependencies', 'image-url-cli': 'devDependencies' } as const;
type Manifest = Record<(typeof packed)[keyof typeof packed] | 'optionalDependencies', Record<string, string>>;

/** Folder of the app with the packed packages. */
const packages = 'packages';

/** Returns whether the Node that runs npm, which is the user's and not that of this repository, starts the packages. */
const canUserRun = async (): Promise<boolean> => {
  const program = process.env.npm_node_execpath ?? process.execPath;
  const version = (await output(program, ['--print', 'process.versions.node'], { cwd: '.' })).trim();
  const { engines } = JSON.parse(await readFile('packages/cli/package.json', 'utf8'));
  return version.localeCompare(engines.node.replace('>=', ''), 'en', { numeric: true }) >= 0;
};

/** Returns the packages with the Node that this repository brings, one for each platform. */
const getOwnNode = async (): Promise<Record<string, string>> => {
  const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  return Object.fromEntries(Object.entries<string>(optionalDependencies).filter(([name]) => name.startsWith('node-')));
};

/** Makes the app's dependencies files of its own folder, and gives it a Node if the user's is too old. */
const addPackages = async (folder: string): Promise<void> => {
  const place = join(folder, packages);
  await mkdir(place);
  const tarballs = await packPackages(place, Object.keys(packed));
  const file = join(folder, 'package.json');
  const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'));
  for (const [name, part] of Object.entries(packed))
    manifest[part][name] = `file:${packages}/${basename(tarballs.get(name) ?? '')}`;
  if (!(await canUserRun())) manifest.optionalDependencies = await getOwnNode();
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
};

const main = async (): Promise<void> => {
  const { isHelp, ...options } = readOptions(process.argv.slice(2));
  if (isHelp) return print(usage.replace('npm create image-url', 'npm run create --').replace(' -- [--', ' [--'));
  // npm starts this in the folder of the repository
  const from = process.env.INIT_CWD ?? process.cwd();
  const { folder } = await createApp({ ...options, folder: resolve(from, options.folder) });
  await addPackages(folder);
  await output('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
  print(`Created ${folder}\n\nNext:\n\n  cd ${relative(from, folder) || '.'}\n  npm run dev\n`);
};

await main().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
});
