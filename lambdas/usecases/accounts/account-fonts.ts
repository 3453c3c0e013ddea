import type { CustomFont } from '../../core/rendering/fonts/typography.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AccountRecord, FontRecord, TemplateRecord } from '../../ports/records.ts';

const toCustomFont = ({ family, weights, styles, hash }: FontRecord): CustomFont => ({ family, weights, styles, hash });

/** Returns the custom fonts of an account, newest first, in the form that trees refer to. */
export const getCustomFonts = async (ports: Pick<Ports, 'fonts:read'>, accountId: string): Promise<CustomFont[]> =>
  (await ports['fonts:read'].of(accountId)).map(toCustomFont);

/** A custom font and its unpacked size in bytes, which a render holds in memory. */
export interface SizedFont {
  readonly font: CustomFont;
  readonly bytes: number;
}

const toSizedFont = (record: FontRecord): SizedFont => ({ font: toCustomFont(record), bytes: record.unpackedBytes });

/**
 * Starts reading the caller's custom fonts while templates are evaluated. Resolves to an empty list if the caller owns
 * none of the templates. A failed read rejects only for code that awaits the result.
 */
export const loadFontsWhileEvaluating = (
  ports: Pick<Ports, 'fonts:read'>,
  { accountId }: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
): Promise<readonly SizedFont[]> => {
  const isAnyOwn = templates.values().some(({ ownerId }) => ownerId === accountId);
  const read = async () => (await ports['fonts:read'].of(accountId)).map(toSizedFont);
  const reading = isAnyOwn ? read() : Promise.resolve([]);
  reading.catch(() => {});
  return reading;
};
