import { LRUCache } from 'lru-cache';
import type { FontFamily, HanLanguage } from '../../rendering/fonts/catalogue.ts';
import {
  type ChosenFont,
  type FontChoice,
  getCustomFontBytes,
  getFontKey,
} from '../../rendering/fonts/choose-fonts.ts';
import type { CodePointRanges } from '../../rendering/fonts/coverage.ts';
import type { TakumiLibrary, TakumiRenderer } from './takumi-call.ts';

/** Maximum number of cached renderers. Most templates need one set of fonts for all variables. */
const maxRenderers = 12;
/** Maximum bytes of custom fonts in cached renderers. */
const cachedCustomFontBytes = 64 << 20;
/** Maximum bytes of decoded images in each renderer: enough for one image. */
const cacheMaxBytes = 16 << 20;

/**
 * Returns a function that opens one renderer for each set of fonts, so that earlier renders do not influence font
 * fallback and fonts do not accumulate.
 */
export const createFontLoader = ({ Renderer }: TakumiLibrary) => {
  const renderers = new LRUCache<string, Promise<TakumiRenderer>>({
    max: maxRenderers,
    maxSize: cachedCustomFontBytes,
  });

  const openRenderer = async ({ fonts, beyondRanges, getName }: FontChoice): Promise<TakumiRenderer> => {
    const renderer = new Renderer({ cacheMaxBytes });
    for (const font of fonts) {
      const { family, data, ranges } = font;
      const { style } = font.face;
      const weight = registeredWeight(font, fonts);
      const beyond = [...(beyondRanges.get(getFontKey(font)) ?? [])].map((codePoint) => [codePoint, codePoint]);
      const unicodeRange = [...getPairs(ranges), ...beyond] as [number, number][];
      await renderer.registerFont({ name: getName(family), weight, style, unicodeRange, data: data.data });
    }
    return renderer;
  };

  return async (choice: FontChoice) => {
    const { fonts, getChain, getName } = choice;
    const key = getKey(choice);
    const opened = renderers.get(key) ?? openRenderer(choice);
    renderers.set(key, opened, { size: getCustomFontBytes(fonts) });
    const isChosen = new Set(fonts.map(({ family }) => family));
    return {
      /** Has these fonts and no others. */
      renderer: await opened,
      /** Family names, in fallback order. */
      names: [...isChosen].map(getName),
      /** Returns the `fontFamily` value for text in these families and this language. */
      namesFor: (families: readonly FontFamily[], language: HanLanguage | undefined): string =>
        getChain(families, language)
          .filter((family) => isChosen.has(family))
          .map((family) => `'${getName(family)}'`)
          .join(', '),
    };
  };
};

export type TakumiFonts = Awaited<ReturnType<ReturnType<typeof createFontLoader>>>;

/**
 * Returns the weight under which to register a font. takumi 2.16 emboldens text whose weight exceeds the font's by 300;
 * browsers embolden all text of weight 600 or more if the font has less. A custom font with a single weight is
 * therefore registered as 300.
 */
const registeredWeight = ({ family, face }: ChosenFont, fonts: readonly ChosenFont[]): number => {
  const { weight, style } = face;
  if (!family.files || weight <= 300 || weight >= 600) return weight;
  const isOnly = fonts.every((one) => one.family !== family || one.face.style !== style || one.face.weight === weight);
  return isOnly ? 300 : weight;
};

/** Returns the cache key of a renderer: its fonts and the code points they cover. */
const getKey = ({ fonts, beyondRanges, getName }: FontChoice): string =>
  fonts
    .map((font) => [getFontKey(font), getName(font.family)] as const)
    .map(([key, name]) => [name, key, ...[...(beyondRanges.get(key) ?? [])].sort((a, b) => a - b)].join(' '))
    .join();

const getPairs = (ranges: CodePointRanges): [number, number][] =>
  Array.from({ length: ranges.length / 2 }, (_, at) => [ranges[at * 2] as number, ranges[at * 2 + 1] as number]);
