import type { CustomFont } from '../../core/rendering/fonts/typography.ts';
import type { FontBytes } from '../../isolation/render/render.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AccountRecord, FontRecord, TemplateRecord } from '../../ports/records.ts';

/** What templates of an account may be set in besides the catalogue. */
export interface AccountFonts {
  /** Newest first. */
  readonly fonts: readonly CustomFont[];
  readonly fontBytes: FontBytes;
}

const asRendered = ({ family, weights, styles, hash }: FontRecord): CustomFont => ({ family, weights, styles, hash });

/** The fonts of an account, newest first, as trees name them. */
const getFonts = async (ports: Pick<Ports, 'fonts:read'>, accountId: string): Promise<CustomFont[]> =>
  (await ports['fonts:read'].of(accountId)).map(asRendered);

/** A font as trees name it, and the bytes that rendering with it needs. */
export interface SizedFont {
  readonly font: CustomFont;
  readonly bytes: number;
}

/** Of a font whose record does not say: its file may be packed ten times as small. */
const mostUnpacked = 10;
const sized = (record: FontRecord): SizedFont => ({
  font: asRendered(record),
  bytes: record.unpackedBytes ?? mostUnpacked * record.bytes,
});

/** The fonts of an account, with their bytes. */
export const accountFonts = async (
  ports: Pick<Ports, 'fonts:read' | 'fontFiles:read'>,
  accountId: string,
): Promise<AccountFonts> => ({
  fonts: await getFonts(ports, accountId),
  fontBytes: (hash) => ports['fontFiles:read'].read(accountId, hash),
});

/**
 * The caller's fonts, where one of some templates is theirs: asked for while the templates run. Whoever needs them is told when
 * they cannot be read.
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
