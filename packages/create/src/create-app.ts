import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** An invalid command line; the message includes what to do. */
export class UsageError extends Error {}

export interface AppOptions {
  /** Folder of the app; must be missing or empty. */
  readonly folder: string;
  /** URL of the API, such as `https://api.example.com`. */
  readonly baseUrl: string;
}

/** Files that every app gets unchanged. npm omits `.gitignore` from packages, so it is named `gitignore`. */
const template = join(import.meta.dirname, '../template');
const getName = (file: string): string => (file === 'gitignore' ? '.gitignore' : file);

/** Returns the version of this package, which the app's packages have too. */
const readVersion = async (): Promise<string> =>
  JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')).version;

/** Returns a name that npm accepts for the package of a folder. */
export const packageName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9~-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) || 'my-images';

const manifest = (name: string, version: string) => ({
  name,
  private: true,
  type: 'module',
  scripts: {
    dev: 'image-url dev --open',
    check: 'image-url check --strict',
    test: 'image-url test',
    push: 'image-url push',
    page: 'node page.js',
  },
  dependencies: { 'image-url-client': `^${version}` },
  devDependencies: { '@types/react': '^19.2.0', 'image-url-cli': `^${version}` },
});

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the names in a folder; empty if it does not exist or only contains `.git`. */
const listFolder = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter((name) => name !== '.git');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new UsageError(`${folder} is a file: name a folder that is empty or does not exist.`);
    throw error;
  }
};

/**
 * Writes the app.
 *
 * @returns its folder and files
 * @throws UsageError for a folder that is not empty
 */
export const createApp = async ({
  folder: given,
  baseUrl,
}: AppOptions): Promise<{ folder: string; files: string[] }> => {
  const folder = resolve(given);
  const [found] = await listFolder(folder);
  if (found !== undefined)
    throw new UsageError(`${given} is not empty (${found}): name a folder that is empty or does not exist.`);
  const version = await readVersion();
  const copied = (await readdir(template, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(template.length + 1));
  const contents = new Map<string, string | Buffer>([
    ['package.json', toJson(manifest(packageName(folder), version))],
    ['image-url.json', toJson({ baseUrl, templates: 'cards/*.tsx' })],
  ]);
  for (const file of copied) contents.set(getName(file), await readFile(join(template, file)));
  for (const [file, content] of contents) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // fails if another program has created the file meanwhile
    await writeFile(join(folder, file), content, { flag: 'wx' });
  }
  return { folder, files: [...contents.keys()].map((file) => file.replaceAll('\\', '/')) };
};
