import { basename } from 'node:path';
import { getService } from '../api.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { wrongUse } from '../failure.ts';
import { table } from '../output.ts';
import { givenPath } from '../paths.ts';
import { readNamed } from '../project-files.ts';
import { fontEndings, withoutLatin } from '../project-fonts.ts';

/** `image-url fonts push`: uploads a font file that templates of the account can use. */
export const pushFont = async (
  context: Context,
  file: string,
  { family }: { readonly family?: string },
): Promise<Answer> => {
  const bytes = await readNamed(readProject(context).root, givenPath(context.cwd, file), fontEndings);
  if (!bytes) throw wrongUse('NO_SUCH_FILE', `There is no file ${file}.`);
  const body = { data: bytes.toString('base64'), ...(family !== undefined && { family }) };
  const added = await getService(context).call('createFont', { body });
  const warning = withoutLatin(added.font.family, added.font.scripts);
  if (warning !== undefined) context.output.note(`warning: ${warning}`);
  return { json: added, text: `${basename(file)} is ${added.font.family}: ${added.fontId}` };
};

/** `image-url fonts list`. */
export const listFonts = async (context: Context): Promise<Answer> => {
  const listed = await getService(context).call('listFonts');
  const rows = listed.fonts.map(({ fontId, family, faces, isVariable, bytes }) => [
    fontId,
    family,
    isVariable
      ? 'variable'
      : faces.map(({ weight, style }) => (style === 'italic' ? `${weight} italic` : `${weight}`)).join(', '),
    `${bytes.toLocaleString('en')} bytes`,
  ]);
  return { json: listed, text: rows.length > 0 ? table(rows) : 'no fonts' };
};

/** `image-url fonts delete`: deletes a font. Published URLs do not change. */
export const deleteFont = async (context: Context, fontId: string): Promise<Answer> => {
  const deleted = await getService(context).call('deleteFont', { path: { fontId } });
  return { json: deleted, text: `deleted ${fontId}` };
};
