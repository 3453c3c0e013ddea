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

/** Chosen fonts, registered. */
export interface TakumiFonts {
  /** Knows these fonts and no others. */
  readonly renderer: TakumiRenderer;
  /** Every name, in the order in which text falls back to them. */
  readonly names: readonly string[];
  /** What to put into `fontFamily` so that text asking for these families, in this language, gets them in order. */
  readonly namesFor: (families: readonly FontFamily[], language: HanLanguage | undefined) => string;
}

/** Renderers kept: most templates need one set of fonts whatever their variables say. */
const mostRenderers = 12;
/** Maximum bytes of custom fonts in cached renderers. */
const cachedCustomFontBytes = 64 << 20;
/** Of decoded images, each renderer: those of one card. */
const cacheMaxBytes = 16 << 20;

/**
 * Returns a renderer for each set of fonts, so that earlier renders do not influence the fallback of fonts, and fonts
 * do not accumulate.
 */
export const takumiFonts = ({ Renderer }: TakumiLibrary) => {
  const renderers = new LRUCache<string, Promise<TakumiRenderer>>({
    max: mostRenderers,
    maxSize: cachedCustomFontBytes,
  });

  const open = async ({ fonts, beyondRanges, getName }: FontChoice): Promise<TakumiRenderer> => {
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

  return async (choice: FontChoice): Promise<TakumiFonts> => {
    const { fonts, getChain, getName } = choice;
    const key = getKey(choice);
    const opened = renderers.get(key) ?? open(choice);
    renderers.set(key, opened, { size: getCustomFontBytes(fonts) });
    const isChosen = new Set(fonts.map(({ family }) => family));
    return {
      renderer: await opened,
      names: [...isChosen].map(getName),
      namesFor: (families, language) =>
        getChain(families, language)
          .filter((family) => isChosen.has(family))
          .map((family) => `'${getName(family)}'`)
          .join(', '),
    };
  };
};

/**
 * Returns the weight a font is registered with. takumi 2.16 emboldens text that asks for 300 more than its font has, browsers all
 * text from 600 on whose font has less: a custom font that has no other weight is registered with 300.
 */
const registeredWeight = ({ family, face }: ChosenFont, fonts: readonly ChosenFont[]): number => {
  const { weight, style } = face;
  if (!family.files || weight <= 300 || weight >= 600) return weight;
  const isOnly = fonts.every((one) => one.family !== family || one.face.style !== style || one.face.weight === weight);
  return isOnly ? 300 : weight;
};

/** Fonts and what is taken from each: one text for each renderer. */
const getKey = ({ fonts, beyondRanges, getName }: FontChoice): string =>
  fonts
    .map((font) => [getFontKey(font), getName(font.family)] as const)
    .map(([key, name]) => [name, key, ...[...(beyondRanges.get(key) ?? [])].sort((a, b) => a - b)].join(' '))
    .join();

const getPairs = (ranges: CodePointRanges): [number, number][] =>
  Array.from({ length: ranges.length / 2 }, (_, index) => [
    ranges[index * 2] as number,
    ranges[index * 2 + 1] as number,
  ]);
