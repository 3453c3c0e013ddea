import { openFont } from 'image-url-engine/engine.ts';
import type { CustomFont } from 'image-url-engine/fonts.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import type { Api } from './api.ts';
import type { Project } from './config.ts';
import { wrongUse } from './failure.ts';
import { readInside } from './project-files.ts';

export const fontEndings = ['.ttf', '.otf', '.woff', '.woff2'];

/** Reads a font file of image-url.json. @throws Failure of exit code 2 if it does not exist */
const readFont = async ({ root }: Project, file: string): Promise<Buffer> => {
  const bytes = await readInside(root, file, fontEndings);
  if (bytes) return bytes;
  throw wrongUse(
    'NO_SUCH_FILE',
    `image-url.json: fonts: there is no file ${file} that ends with ${fontEndings.join(', ')}.`,
  );
};

/** Returns a warning if a font has no Latin letters, because English titles are rendered in another font. */
export const withoutLatin = (family: string, scripts: readonly string[]): string | undefined =>
  scripts.includes('Latin')
    ? undefined
    : `${family} has no Latin letters (${scripts.join(', ') || 'no script'}): such text is set in the next family.`;

interface LocalFont {
  readonly file: string;
  readonly font: CustomFont;
  readonly scripts: readonly string[];
  /** Unpacked, for rendering. */
  readonly bytes: Uint8Array;
}

type FontSetting = Project['fonts'][number];

/** Opens a font file like the service does. @throws Failure INVALID_FONT */
const toLocalFont = async ({ file, family: wanted }: FontSetting, sent: Buffer): Promise<LocalFont> => {
  const result = await openFont(sent);
  if (!result.ok) throw wrongUse('INVALID_FONT', `image-url.json: fonts: ${file}: ${result.problem}`);
  const { font, bytes } = result;
  const family = wanted ?? font.family;
  if (family === '')
    throw wrongUse('INVALID_FONT', `image-url.json: fonts: ${file} does not say what it is called: give it a family.`);
  const { weights, styles, scripts } = font;
  return { file, scripts, font: { family, weights, styles, hash: sha256Hex(bytes) }, bytes };
};

/**
 * Returns a function that reads and opens the fonts of a project. An unchanged file is opened once. The function throws
 * a Failure of exit code 2 for a file that is missing or not a font.
 */
export const openProjectFonts = (): ((project: Project) => Promise<readonly LocalFont[]>) => {
  const opened = new Map<string, LocalFont>();
  return async (project) => {
    const fonts: LocalFont[] = [];
    for (const setting of project.fonts) {
      const sent = await readFont(project, setting.file);
      const key = JSON.stringify([setting.file, setting.family, sha256Hex(sent)]);
      const font = opened.get(key) ?? (await toLocalFont(setting, sent));
      opened.set(key, font);
      fonts.push(font);
    }
    return fonts;
  };
};

/**
 * Uploads the fonts that the account does not have yet. Leaves render workers running.
 * @returns a line for each uploaded font
 */
export const pushFonts = async (project: Project, api: Api): Promise<string[]> => {
  if (project.fonts.length === 0) return [];
  const { fonts: known } = await api.call('listFonts');
  const fonts = await openProjectFonts()(project);
  const isKnown = ({ font: { hash, family } }: LocalFont): boolean =>
    known.some((one) => one.sha256 === hash && one.family === family);
  const lines: string[] = [];
  for (const { file, font: own } of fonts.filter((one) => !isKnown(one))) {
    const data = (await readFont(project, file)).toString('base64');
    const { font } = await api.call('createFont', { body: { data, family: own.family } });
    const warning = withoutLatin(font.family, font.scripts);
    lines.push(`font     ${file} is ${font.family}${warning === undefined ? '' : `; ${warning}`}`);
  }
  return lines;
};
