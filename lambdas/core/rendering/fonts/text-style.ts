import type { PreparedElement } from '../tree/prepared-tree.ts';
import { baseFamily, type FontFamily, familiesNamed, type HanLanguage } from './catalogue.ts';
import { customFamilies } from './custom-fonts.ts';
import { getHanLanguage } from './han.ts';
import { pinnedFamilies } from './pinned-families.ts';
import type { Typography } from './typography.ts';

/** What decides the font of a piece of text; inherited from element to element. */
export interface TextStyle {
  readonly families: readonly FontFamily[];
  /** 100 to 900. */
  readonly weight: number;
  readonly isItalic: boolean;
  /** From `lang`; undefined where no element says. */
  readonly language: HanLanguage | undefined;
  /** Whether the text is rendered in another case than it is written in. */
  readonly changesCase: boolean;
  /** Custom properties, for `fontFamily: 'var(--heading)'`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Custom and pinned families, which any element may name. */
  readonly own: readonly FontFamily[];
}

/** Texts of equal keys are rendered in the same fonts. */
export const fontKey = ({ families, weight, isItalic, language }: TextStyle): string =>
  `${families.map(({ id, name }) => `${id} ${name}`).join()}|${weight}|${isItalic}|${language}`;

/** The style of text that no element says anything about. */
export const rootTextStyle = ({ family, fonts, pinned = [] }: Typography = { fonts: [] }): TextStyle => {
  const own = [...customFamilies(fonts), ...pinnedFamilies(pinned)];
  return {
    families: knownFamilies(family ?? '', own),
    weight: 400,
    isItalic: false,
    language: undefined,
    changesCase: false,
    variables: {},
    own,
  };
};

const knownFamilies = (value: string, own: readonly FontFamily[]): readonly FontFamily[] => {
  const families = familiesNamed(value, own);
  return families.length === 0 ? [baseFamily] : families;
};

const boldTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'b', 'strong', 'th', 'thead']);
const italicTags = new Set(['i', 'em', 'cite', 'dfn', 'var', 'address']);
/** Tags whose text is set in a fixed width unless their style says otherwise. */
export const fixedWidthTags: ReadonlySet<string> = new Set(['code', 'kbd', 'pre', 'samp', 'tt']);
const fixedWidth = familiesNamed('monospace');

/** The style of text inside an element, given that of its parent: its style over the tag's own. */
export const getTextStyle = (element: PreparedElement, parent: TextStyle): TextStyle => {
  const { style = {}, lang } = element.props;
  const variables = getVariables(style, parent.variables);
  const font = typeof style.font === 'string' ? style.font : '';
  return {
    families:
      getFamilies(style.fontFamily ?? familyOfShorthand(font), variables, parent.own) ??
      (fixedWidthTags.has(element.type) && style.fontFamily === undefined ? fixedWidth : parent.families),
    weight: getWeight(style.fontWeight ?? weightOfShorthand(font), element.type, parent.weight),
    isItalic: getSlope(style.fontStyle ?? slopeOfShorthand(font), element.type, parent.isItalic),
    language: typeof lang === 'string' ? getHanLanguage(lang) : parent.language,
    changesCase: changesCase(style.textTransform) ?? parent.changesCase,
    variables,
    own: parent.own,
  };
};

const getVariables = (style: Readonly<Record<string, string | number>>, inherited: TextStyle['variables']) => {
  const own = Object.entries(style).filter(([name]) => name.startsWith('--'));
  return own.length === 0 ? inherited : { ...inherited, ...Object.fromEntries(own.map(([k, v]) => [k, String(v)])) };
};

const getFamilies = (
  value: string | number | undefined,
  variables: TextStyle['variables'],
  own: readonly FontFamily[],
) => {
  if (value === undefined || value === 'inherit') return undefined;
  return knownFamilies(withVariables(String(value), variables), own);
};

/** Characters that the variables of one list may add to it: references must not multiply what a variable holds. */
const longestReplacement = 10_000;

const withVariables = (value: string, variables: TextStyle['variables']): string => {
  let left = longestReplacement;
  // what follows the last parenthesis closes none: each `var(` in it would be read to the end
  const end = value.lastIndexOf(')') + 1;
  const closed = value.slice(0, end).replace(/var\(\s*(--[\w-]+)\s*(?:,([^)]*))?\)/g, (_all, name, fallback = '') => {
    const replacement = variables[name] ?? fallback;
    left -= replacement.length;
    return left < 0 ? '' : replacement;
  });
  return closed + value.slice(end);
};

const getWeight = (value: string | number | undefined, tag: string, parent: number): number => {
  if (value === undefined || value === 'inherit') return boldTags.has(tag) ? 700 : parent;
  if (value === 'normal') return 400;
  if (value === 'bold') return 700;
  if (value === 'bolder') return bolder(parent);
  if (value === 'lighter') return lighter(parent);
  const weight = Number(value);
  return Number.isFinite(weight) ? weight : parent;
};

/* Source: CSS Fonts 4, "Relative Weights". */
const bolder = (parent: number) => (parent >= 600 ? 900 : parent >= 400 ? 700 : 400);
const lighter = (parent: number) => (parent >= 800 ? 700 : parent >= 600 ? 400 : 100);

const getSlope = (value: string | number | undefined, tag: string, parent: boolean): boolean => {
  if (value !== undefined && value !== 'inherit') return /^(?:italic|oblique)/.test(String(value));
  return italicTags.has(tag) || parent;
};

const changesCase = (value: string | number | undefined): boolean | undefined =>
  value === undefined || value === 'inherit' ? undefined : value !== 'none';

/** The family list of a `font` shorthand stands after its size. */
export const familyOfShorthand = (font: string): string | undefined =>
  /[\d.](?:px|r?em|pt|%|v[wh])(?: ?\/ ?[^/\s]+)? (.+)$/.exec(font.replaceAll(/\s+/g, ' '))?.[1];
const weightOfShorthand = (font: string) => /(?:^|\s)(bold|[1-9]00)(?=\s)/.exec(font)?.[1];
const slopeOfShorthand = (font: string) => /(?:^|\s)(italic|oblique)(?=\s)/.exec(font)?.[1];
