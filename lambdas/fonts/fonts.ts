import { fail, failWithDetail, isServiceError, ServiceError } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import type { FontView } from 'image-url-contract/schemas/font.ts';
import { type OpenedFont, openFont } from 'image-url-engine/engine.ts';
import { type RenderFailureCause, RenderJobError } from 'image-url-engine/errors.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { countStored, countTrial } from '../limits/budgets.ts';
import type { FontRecord } from '../ports/records.ts';
import type { UseCase } from '../ports/use-case.ts';

/** Returns the lowest and the highest weight, and every multiple of 100 between them. */
const getWeights = ([least, most]: FontRecord['weights']): number[] => {
  const hundreds = [100, 200, 300, 400, 500, 600, 700, 800, 900].filter((weight) => least < weight && weight < most);
  return [...new Set([least, ...hundreds, most])];
};

/** Converts a font record to the font of an API response. */
const toFontResponse = ({
  fontId,
  family,
  isVariable,
  bytes,
  hash,
  weights,
  styles,
  createdAt,
  scripts,
}: FontRecord): FontView => ({
  ...{ fontId, family, isVariable, bytes, sha256: hash },
  faces: styles.flatMap((style) => getWeights(weights).map((weight) => ({ weight, style }))),
  scripts: [...scripts],
  createdAt: createdAt.toISOString(),
});

type Usable = Extract<OpenedFont, { ok: true }>;

const reasons: Partial<Record<RenderFailureCause, string>> = {
  memory: 'The font takes too much memory to render with.',
  processor: 'The font takes too long to render with.',
  crashed: 'The font ends the program that renders with it.',
};

/** Opens a font file in a render worker. @throws INVALID_FONT */
const openUpload = async (file: Uint8Array): Promise<Usable> => {
  let result: OpenedFont;
  try {
    result = await openFont(file);
  } catch (error) {
    const cause = isServiceError(error) ? error.cause : undefined;
    if (!(cause instanceof RenderJobError)) throw error;
    const detail = reasons[cause.how] ?? 'The font cannot be rendered with.';
    throw new ServiceError('INVALID_FONT', [], { cause, detail });
  }
  if (!result.ok) throw failWithDetail('INVALID_FONT', result.problem);
  return result;
};

/**
 * Stores a custom font. A file that is uploaded again under the same family replaces the earlier upload and becomes the
 * newest.
 *
 * @throws TOO_MANY_TRIALS, INVALID_FONT, TOO_MANY_FONTS, STORAGE_QUOTA_EXCEEDED
 */
export const createFont: UseCase<'createFont'> = async (ports, runtime, { caller, body }) => {
  const { data, family: wanted } = body;
  const file = Buffer.from(data, 'base64');
  if (file.length > limits.fontBytes)
    throw failWithDetail('INVALID_FONT', `data must hold at most ${formatThousands(limits.fontBytes)} bytes.`);
  await countTrial(ports, runtime, caller);
  const { font, bytes } = await openUpload(file);
  const family = wanted ?? font.family;
  if (family === '') throw failWithDetail('INVALID_FONT', 'The font does not say what it is called: send family.');

  const hash = sha256Hex(bytes);
  const { weights, styles, isVariable, scripts, warnings } = font;
  const { accountId } = caller;
  const fontId = sha256Hex(`${accountId} ${hash} ${family}`).slice(0, 24);
  const facts = { family, weights, styles, isVariable, scripts, hash, bytes: file.length, unpackedBytes: bytes.length };
  const record: FontRecord = { fontId, ...facts, createdAt: runtime.now() };
  const known = await ports['fonts:read'].of(accountId);
  const isNew = known.every((one) => one.fontId !== fontId);
  if (isNew && known.length >= limits.fonts) throw fail('TOO_MANY_FONTS');
  // published URLs need the file of a deleted font, so it is not deleted; a second upload is counted again
  if (isNew) await countStored(ports, runtime, caller, bytes.length);
  await ports['fontFiles:write'].put(accountId, bytes);
  if (!(await ports['fonts:add'].add(accountId, record))) throw fail('TOO_MANY_FONTS');
  return { fontId, font: toFontResponse(record), ...(warnings.length > 0 && { warnings: [...warnings] }) };
};

/** Lists the caller's fonts, the newest first. */
export const listFonts: UseCase<'listFonts'> = async (ports, _, { caller }) => ({
  fonts: (await ports['fonts:read'].of(caller.accountId)).map(toFontResponse),
});

/**
 * Deletes a custom font of the caller's account. Its file is not deleted, because published URLs need it.
 *
 * @throws FONT_NOT_FOUND
 */
export const deleteFont: UseCase<'deleteFont'> = async (ports, _, { caller, path: { fontId } }) => {
  if (!(await ports['fonts:delete'].delete(caller.accountId, fontId))) throw fail('FONT_NOT_FOUND');
  return { fontId };
};
