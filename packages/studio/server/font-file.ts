import { access, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PageFile } from './page-files.ts';

/** Returns the path under which the page asks for a family's face. */
export const getFontPath = (id: string): string => `/fonts/${id}.woff2`;

/** Returns the file with the regular Latin face of a family for a path of the page, if the family is installed. */
export const findFontFile = async (path: string): Promise<string | undefined> => {
  const [, id] = /^\/fonts\/([a-z0-9-]+)\.woff2$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  try {
    const file = fileURLToPath(import.meta.resolve(`@fontsource/${id}/files/${id}-latin-400-normal.woff2`));
    await access(file);
    return file;
  } catch {
    // families of other scripts have no such face
    return undefined;
  }
};

/** Returns the regular Latin face of a family, for the editor's list of families: `/fonts/inter.woff2`. */
export const fontFile = async (path: string): Promise<PageFile | undefined> => {
  const file = await findFontFile(path);
  return file === undefined ? undefined : { type: 'font/woff2', isCompressed: false, body: await readFile(file) };
};
