/** The library that makes static fonts from variable ones, with the options used here. It also reads WOFF2. */
type SubsetFont = (
  font: Buffer,
  text: undefined,
  options: {
    readonly keepAllGlyphs: true;
    readonly targetFormat: FontFormat;
    readonly variationAxes: Readonly<Record<string, number>>;
  },
) => Promise<Uint8Array>;

export type FontFormat = 'sfnt' | 'woff';

/**
 * Returns a variable font at one position of its axes, as a static font with the same glyphs.
 *
 * @param load loads a library by its name
 * @param font TrueType or OpenType, plain or as WOFF2
 */
export const makeInstance = (
  load: (name: string) => unknown,
  font: Buffer,
  variationAxes: Readonly<Record<string, number>>,
  targetFormat: FontFormat = 'sfnt',
): Promise<Uint8Array> =>
  (load('subset-font') as SubsetFont)(font, undefined, { keepAllGlyphs: true, targetFormat, variationAxes });
