import { readFile } from 'node:fs/promises';
import { glob } from 'tinyglobby';
import { sha256Hex } from '../hash.ts';
import { openFont } from '../isolation/render/render.ts';
import type { CustomFont } from '../rendering/fonts/typography.ts';
import { InputError } from './errors.ts';
import type { EngineSettings, Font } from './types.ts';

/** Fonts of an engine, and their unpacked bytes by hash. */
export interface OpenedFonts {
  readonly fonts: readonly CustomFont[];
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const readFontFile = async (file: string, field: string): Promise<Uint8Array> => {
  try {
    return await readFile(file);
  } catch (error) {
    throw isMissing(error) ? new InputError(field, `names no file: ${file}`) : error;
  }
};

const findFiles = async (pattern: string, field: string): Promise<Font[]> => {
  const files = await glob(pattern, { absolute: true, onlyFiles: true, expandDirectories: false });
  if (files.length === 0) throw new InputError(field, `names no file: ${pattern}`);
  return files.sort().map((file) => ({ file }));
};

const findFonts = async (given: string | Uint8Array | Font, field: string): Promise<Font[]> => {
  if (typeof given === 'string') return findFiles(given, field);
  return [given instanceof Uint8Array ? { data: given } : given];
};

/** Reads and opens fonts in a render worker. @throws InputError for a file that does not exist or is no font */
export const readFonts = async (given: EngineSettings['fonts'] = []): Promise<OpenedFonts> => {
  const fonts: CustomFont[] = [];
  const bytes = new Map<string, Uint8Array>();
  for (const [index, one] of given.entries()) {
    const field = `fonts[${index}]`;
    for (const font of await findFonts(one, field)) {
      const sent = 'file' in font ? await readFontFile(font.file, field) : font.data;
      const opened = await openFont(sent);
      const name = 'file' in font ? ` (${font.file})` : '';
      if (!opened.ok) throw new InputError(field, `is no font that can be used${name}: ${opened.problem}`);
      const { weights, styles } = opened.font;
      const family = font.family ?? opened.font.family;
      if (family === '') throw new InputError(field, `has no name in its file${name}: set its family.`);
      const hash = sha256Hex(opened.bytes);
      fonts.push({ family, weights, styles, hash });
      bytes.set(hash, opened.bytes);
    }
  }
  // the first of a family wins, as the newest does in a service
  return { fonts, bytes };
};
