import { LRUCache } from 'lru-cache';
import type { FontFamily, HanLanguage } from '../../../picture/fonts/catalogue.ts';
import { type ChosenFont, type FontChoice, fontKeyOf, ownBytesOf } from '../../../picture/fonts/choose-fonts.ts';
import { includes } from '../../../picture/fonts/coverage.ts';
import type { FontMetrics } from '../../../picture/fonts/font-files.ts';
import { withMetrics } from '../../../picture/fonts/metrics.ts';
import { dropSpace } from './foreign-spaces.ts';

/** A font under the name satori knows it by. */
export interface NamedFont {
  readonly name: string;
  readonly weight: 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
  readonly style: 'normal' | 'italic';
  readonly data: ArrayBuffer;
}

/** What a line takes above and below its baseline, as shares of the font size. */
export type LineMetrics = Pick<FontMetrics, 'ascent' | 'descent'>;

/** A font that is to say other metrics than its file. */
interface ChangedFont {
  readonly font: ChosenFont;
  readonly name: string;
  readonly metrics: LineMetrics;
  /** Whether the space is taken from another font of the list. */
  readonly isSpaceless: boolean;
}

/** What a font takes among others, given what it says of itself. */
export type MetricsInText = (own: FontMetrics) => LineMetrics;

/** Chosen fonts as satori takes them: one file per family name, so each file of a family has a name of its own. */
export interface SatoriFonts {
  /** All that were named. The same array for the same fonts: satori parses the fonts of an array once. */
  readonly named: () => readonly NamedFont[];
  /**
   * What to put into `fontFamily` so that text asking for these families, in this language, gets them in order.
   *
   * @param metricsOf what each of them is to take above and below the baseline. @default what it says of itself
   */
  readonly namesFor: (
    families: readonly FontFamily[],
    language: HanLanguage | undefined,
    metricsOf?: MetricsInText,
  ) => string;
}

/** Sets of fonts kept; satori keeps what it parsed of each for as long. */
const keptArrays = 64;
/** Of fonts of somebody's own in them. */
const keptOwnBytes = 64 << 20;
/** Of fonts that say other metrics than their file: most are of some tens of kilobytes. */
const keptChangedBytes = 32 << 20;

export const satoriFonts = () => {
  const arrays = new LRUCache<string, readonly NamedFont[]>({
    max: keptArrays,
    maxSize: keptOwnBytes,
  });
  const changed = new LRUCache<string, NamedFont>({
    maxSize: keptChangedBytes,
    sizeCalculation: ({ data }) => data.byteLength + 1,
  });
  const changedFont = ({ font, name, metrics, isSpaceless }: ChangedFont): NamedFont => {
    const key = `${name}=${fontKeyOf(font)}`;
    const kept = changed.get(key);
    const data = kept ? kept.data : withMetrics(font.data.data, metrics);
    if (!kept && isSpaceless) dropSpace(data);
    const named = kept ?? { ...namedFont(font, name), data };
    changed.set(key, named);
    return named;
  };

  return ({ fonts, chainOf, nameOf: familyNameOf }: FontChoice): SatoriFonts => {
    const others = new Map<string, ChangedFont>();
    const nameOf = ({ family, isMain, part }: ChosenFont): string =>
      isMain ? familyNameOf(family) : `${familyNameOf(family)} ${part}`;
    const nameWith = (font: ChosenFont, isFirst: boolean, metricsOf: MetricsInText | undefined): string => {
      const metrics = metricsOf?.(font.data.metrics);
      const isSpaceless = !isFirst && includes(font.ranges, space);
      if (!metrics || (isAlike(font.data.metrics, metrics) && !isSpaceless)) return nameOf(font);
      const end = isSpaceless ? ' spaceless' : '';
      const name = `${nameOf(font)} ${metrics.ascent.toFixed(3)} ${metrics.descent.toFixed(3)}${end}`;
      others.set(`${name}=${fontKeyOf(font)}`, { font, name, metrics, isSpaceless });
      return name;
    };
    return {
      named: () => {
        const key = [...fonts.map((font) => `${nameOf(font)}=${fontKeyOf(font)}`), ...others.keys()].join();
        const named = arrays.get(key) ?? [
          ...fonts.map((font) => namedFont(font, nameOf(font))),
          ...[...others.values()].map(changedFont),
        ];
        arrays.set(key, named, { size: ownBytesOf(fonts) });
        return named;
      },
      namesFor: (families, language, metricsOf) => {
        const chain = chainOf(families, language);
        const first = chain.find((family) => fonts.some((font) => isSpaceOf(font, family)));
        const namesOf = (family: FontFamily) =>
          fonts.filter((font) => font.family === family).map((font) => nameWith(font, family === first, metricsOf));
        return [...new Set(chain.flatMap(namesOf))].map((name) => `'${name}'`).join(', ');
      },
    };
  };
};

const space = 0x20;

const isSpaceOf = ({ family, ranges }: ChosenFont, own: FontFamily): boolean =>
  family === own && includes(ranges, space);

const isAlike = (one: LineMetrics, other: LineMetrics): boolean =>
  Math.abs(one.ascent - other.ascent) < 0.001 && Math.abs(one.descent - other.descent) < 0.001;

const namedFont = (font: ChosenFont, name: string): NamedFont => ({
  name,
  weight: font.face.weight as NamedFont['weight'],
  style: font.face.style,
  data: font.data.data,
});
