import { sha256Hex } from '../../../lambdas/core/hash.ts';
import { openFont } from '../../../lambdas/isolation/render/render.ts';
import type { checkTemplate } from '../../../lambdas/usecases/templates/check-template.ts';
import type { Api } from './api.ts';
import type { Project } from './config.ts';
import { wrongUse } from './failure.ts';
import { readInside } from './paths.ts';

export const fontEndings = ['.ttf', '.otf', '.woff', '.woff2'];

/** The bytes of a font file that image-url.json names. @throws Failure of exit code 2 where there is none */
const readFont = async ({ root }: Project, file: string): Promise<Buffer> => {
  const bytes = await readInside(root, file, fontEndings);
  if (bytes) return bytes;
  throw wrongUse(
    'NO_SUCH_FILE',
    `image-url.json: fonts: there is no file ${file} that ends with ${fontEndings.join(', ')}.`,
  );
};

/** A warning for a font that has no Latin letters: titles in English are set in another font then. */
export const withoutLatin = (family: string, scripts: readonly string[]): string | undefined =>
  scripts.includes('Latin')
    ? undefined
    : `${family} has no Latin letters (${scripts.join(', ') || 'no script'}): such text is set in the next family.`;

type FontLister = Parameters<typeof checkTemplate>[0]['fonts:read'];
type FontRecord = Awaited<ReturnType<FontLister['of']>>[number];

interface LocalFont {
  readonly record: FontRecord;
  /** As it is rendered with. */
  readonly bytes: Uint8Array;
}

/** The fonts of a project, opened as the service opens them. @throws Failure of exit code 2 for a file that is no font */
export const openProjectFonts = async (project: Project): Promise<readonly LocalFont[]> => {
  const opened: LocalFont[] = [];
  for (const { file, family: wanted } of project.fonts) {
    const sent = await readFont(project, file);
    const result = await openFont(sent);
    if (!result.ok) throw wrongUse('INVALID_FONT', `image-url.json: fonts: ${file}: ${result.problem}`);
    const { font, bytes } = result;
    const family = wanted ?? font.family;
    if (family === '')
      throw wrongUse(
        'INVALID_FONT',
        `image-url.json: fonts: ${file} does not say what it is called: give it a family.`,
      );
    const hash = sha256Hex(bytes);
    const { weights, styles, isVariable, scripts } = font;
    const facts = {
      family,
      weights,
      styles,
      isVariable,
      scripts,
      hash,
      bytes: sent.length,
      unpackedBytes: bytes.length,
    };
    opened.push({ record: { fontId: `${file} ${family}`, ...facts, createdAt: new Date(0) }, bytes });
  }
  return opened;
};

/** Sends the fonts that the account does not have yet. @returns a line for each that was sent */
export const pushFonts = async (project: Project, api: Api): Promise<string[]> => {
  if (project.fonts.length === 0) return [];
  const { fonts: known } = await api.call('listFonts');
  const lines: string[] = [];
  for (const { file, family } of project.fonts) {
    const bytes = await readFont(project, file);
    // the service has no hash of its fonts to compare: size and name tell two files of one font apart
    if (known.some((one) => one.bytes === bytes.length && (family === undefined || one.family === family))) continue;
    const body = { data: bytes.toString('base64'), ...(family !== undefined && { family }) };
    const { font } = await api.call('createFont', { body });
    const warning = withoutLatin(font.family, font.scripts);
    lines.push(`font     ${file} is ${font.family}${warning === undefined ? '' : `; ${warning}`}`);
  }
  return lines;
};
