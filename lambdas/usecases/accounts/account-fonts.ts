import type { CustomFont } from '../../core/rendering/fonts/typography.ts';
import type { FontBytes } from '../../isolation/render/render.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AccountRecord, FontRecord, TemplateRecord } from '../../ports/records.ts';

/** Custom fonts that templates of an account can use in addition to the catalogue. */
export interface AccountFonts {
  /** Newest first. */
  readonly fonts: readonly CustomFont[];
  readonly fontBytes: FontBytes;
}

const asRendered = ({ family, weights, styles, hash }: FontRecord): CustomFont => ({ family, weights, styles, hash });

/** Returns the custom fonts of an account, newest first, in the form in which trees refer to them. */
const getFonts = async (ports: Pick<Ports, 'fonts:read'>, accountId: string): Promise<CustomFont[]> =>
  (await ports['fonts:read'].of(accountId)).map(asRendered);

/** A custom font and its unpacked size in bytes, which rendering holds in memory. */
export interface SizedFont {
  readonly font: CustomFont;
  readonly bytes: number;
}

/** Assumed ratio of unpacked to packed bytes for records without `unpackedBytes`. */
const mostUnpacked = 10;
const sized = (record: FontRecord): SizedFont => ({
  font: asRendered(record),
  bytes: record.unpackedBytes ?? mostUnpacked * record.bytes,
});

/** Returns the custom fonts of an account and a function that reads the bytes of a font by its hash. */
export const accountFonts = async (
  ports: Pick<Ports, 'fonts:read' | 'fontFiles:read'>,
  accountId: string,
): Promise<AccountFonts> => ({
  fonts: await getFonts(ports, accountId),
  fontBytes: (hash) => ports['fontFiles:read'].read(accountId, hash),
});

/**
 * Starts reading the caller's custom fonts while the templates are evaluated. Resolves to an empty list if the caller
 * owns none of the templates. A failed read rejects only for code that awaits the result.
 */
export const fontsWhileEvaluating = (
  ports: Pick<Ports, 'fonts:read'>,
  { accountId }: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
): Promise<readonly SizedFont[]> => {
  const isAnyOwn = templates.values().some(({ ownerId }) => ownerId === accountId);
  const read = async () => (await ports['fonts:read'].of(accountId)).map(sized);
  const reading = isAnyOwn ? read() : Promise.resolve([]);
  reading.catch(() => {});
  return reading;
};
