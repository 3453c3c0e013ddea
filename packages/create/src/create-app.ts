import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** An invalid command line; the message includes what to do. */
export class UsageError extends Error {}

export interface AppOptions {
  /** Folder of the app; must be missing or empty. */
  readonly folder: string;
  /** URL of the API, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** Name of the starter template that is the card, such as `article`. @default a card of its own */
  readonly starter?: string | undefined;
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Files that every app gets unchanged. npm omits `.gitignore` from packages, so it is named `gitignore`. */
const template = join(import.meta.dirname, '../template');
const getName = (file: string): string => (file === 'gitignore' ? '.gitignore' : file);

/** In the package beside its template; in the repository, the templates' folder, in which those with packages are bundled. */
const starterFolders = ['../starters', '../../../starters/bundled', '../../../starters'].map((path) =>
  join(import.meta.dirname, path),
);

/** Returns the code of a starter template. @throws UsageError for an unknown one */
const readStarter = async (name: string): Promise<string> => {
  const known = new Map<string, string>();
  for (const folder of starterFolders)
    for (const file of await readdir(folder).catch(() => []))
      if (file.endsWith('.jsx') && !known.has(file)) known.set(file, join(folder, file));
  const path = known.get(`${name.replace(/^starter-/, '')}.jsx`);
  if (path !== undefined) return readFile(path, 'utf8');
  const names = [...known.keys()].map((file) => file.replace('.jsx', '')).sort();
  throw new UsageError(`There is no starter "${name}"; there are ${names.join(', ')}.`);
};

/** Makes a starter the card of the app: its cases and its page send nothing, so that the samples are shown. */
const useStarter = (contents: Map<string, string | Buffer>, code: string): void => {
  contents.delete('cards/card.tsx');
  contents.set('cards/card.jsx', code);
  contents.set('cards/card.cases.json', toJson({ hello: {} }));
  const page = String(contents.get('page.js')).replace("variables: { title, author: 'My site' }", 'variables: {}');
  contents.set('page.js', page);
};

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
  starter,
}: AppOptions): Promise<{ folder: string; files: string[] }> => {
  const folder = resolve(given);
  const [found] = await listFolder(folder);
  if (found !== undefined)
    throw new UsageError(`${given} is not empty (${found}): name a folder that is empty or does not exist.`);
  const code = starter === undefined ? undefined : await readStarter(starter);
  const version = await readVersion();
  const copied = (await readdir(template, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(template.length + 1));
  const contents = new Map<string, string | Buffer>([
    ['package.json', toJson(manifest(packageName(folder), version))],
    ['image-url.json', toJson({ baseUrl, templates: code === undefined ? 'cards/*.tsx' : 'cards/*.{jsx,tsx}' })],
  ]);
  for (const file of copied) contents.set(getName(file), await readFile(join(template, file)));
  if (code !== undefined) useStarter(contents, code);
  for (const [file, content] of contents) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // fails if another program has created the file meanwhile
    await writeFile(join(folder, file), content, { flag: 'wx' });
  }
  return { folder, files: [...contents.keys()].map((file) => file.replaceAll('\\', '/')) };
};
