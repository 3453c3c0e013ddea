import { type CustomFont, type FontBytes, getCustomFamilies, type TemplateFonts } from 'image-url-engine/fonts.ts';
import { openFamilyFinder } from 'image-url-outside/fonts/find-families.ts';
import type { Ports } from '../ports/ports.ts';
import type { FontRecord } from '../ports/records.ts';

/** Returns a custom font in the form that trees refer to. */
export const toCustomFont = ({ family, weights, styles, hash }: FontRecord): CustomFont => ({
  ...{ family, weights, styles, hash },
});

/** Returns a function that reads custom fonts of an account, and font packs. */
export const readFontBytes =
  (ports: Pick<Ports, 'fontFiles:read' | 'fontPacks:read'>, accountId: string): FontBytes =>
  (hash, kind) =>
    kind === 'pack' ? ports['fontPacks:read'].read(hash) : ports['fontFiles:read'].read(accountId, hash);

export type TemplateFontPorts = Pick<
  Ports,
  'fonts:read' | 'fontFiles:read' | 'fontPacks:read' | 'fontPacks:write' | 'fontSource:fetch'
>;

/**
 * Returns the fonts that templates of an account can use.
 *
 * @param hasCustom false for templates of other owners, which do not use the account's custom fonts. @default true
 */
export const getTemplateFonts = async (
  ports: TemplateFontPorts,
  accountId: string,
  { hasCustom = true } = {},
): Promise<TemplateFonts> => {
  const fonts = hasCustom ? (await ports['fonts:read'].of(accountId)).map(toCustomFont) : [];
  const custom = getCustomFamilies(fonts);
  const sources = { packs: ports['fontPacks:write'], source: ports['fontSource:fetch'] };
  return {
    fonts,
    fontBytes: readFontBytes(ports, accountId),
    openFinder: () => openFamilyFinder(sources, custom),
  };
};
