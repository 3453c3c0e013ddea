import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PageFile } from './page-files.ts';

/** Returns the regular Latin face of a family, for the editor's list of families: `/fonts/inter.woff2`. */
export const fontFile = async (path: string): Promise<PageFile | undefined> => {
  const [, id] = /^\/fonts\/([a-z0-9-]+)\.woff2$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  try {
    const url = import.meta.resolve(`@fontsource/${id}/files/${id}-latin-400-normal.woff2`);
    return { type: 'font/woff2', isCompressed: false, body: await readFile(fileURLToPath(url)) };
  } catch {
    // families of other scripts have no such face
    return undefined;
  }
};
