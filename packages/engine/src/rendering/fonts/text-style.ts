import { fixedWidthTags, getTagWeight, isSlantedByDefault } from '../../styles/defaults.ts';
import { inheritVariables, noVariables, replaceVariables, type Variables } from '../../styles/values/variables.ts';
import type { PreparedElement } from '../tree/prepared-tree.ts';
import { baseFamily, type FontFamily, type HanLanguage, parseRenderedFamilies } from './catalogue.ts';
import { getOwnFamilies } from './custom-fonts.ts';
import { getHanLanguage } from './han.ts';
import type { Typography } from './typography.ts';

/** The inherited properties that determine the font of a text. */
export interface TextStyle {
  readonly families: readonly FontFamily[];
  /** 100 to 900. */
  readonly weight: number;
  readonly isItalic: boolean;
  /** From `lang`; undefined if no element sets it. */
  readonly language: HanLanguage | undefined;
  /** `text-transform`. */
  readonly transform: string;
  /** Custom properties, for `fontFamily: 'var(--heading)'`. */
  readonly variables: Variables;
  /** Custom and pinned families, which any element may use. */
  readonly own: readonly FontFamily[];
}

/** Returns a key that is equal for texts rendered in the same fonts. */
export const getFaceKey = ({ families, weight, isItalic, language }: TextStyle): string =>
  `${families.map(({ id, name }) => `${id} ${name}`).join()}|${weight}|${isItalic}|${language}`;

/** Returns the text style that elements inherit by default. */
export const getRootTextStyle = ({ family, fonts, pinned }: Typography = { fonts: [] }): TextStyle => {
  const own = getOwnFamilies(fonts, pinned);
  return {
    families: knownFamilies(family ?? '', own),
    weight: 400,
    isItalic: false,
    language: undefined,
    transform: 'none',
    variables: noVariables,
    own,
  };
};

const knownFamilies = (value: string, own: readonly FontFamily[]): readonly FontFamily[] => {
  const families = parseRenderedFamilies(value, own);
  return families.length === 0 ? [baseFamily] : families;
};

const fixedWidth = parseRenderedFamilies('monospace');

/** Returns the text style of an element: its style, then the default of its tag, then the style of its parent. */
export const getTextStyle = (element: PreparedElement, parent: TextStyle): TextStyle => {
  const { style = {}, lang } = element.props;
  const variables = inheritVariables(style, parent.variables);
  return {
    families:
      getFamilies(style.fontFamily, variables, parent.own) ??
      (fixedWidthTags.has(element.type) && style.fontFamily === undefined ? fixedWidth : parent.families),
    weight: getWeight(style.fontWeight, element.type, parent.weight),
    isItalic: getSlope(style.fontStyle, element.type, parent.isItalic),
    language: typeof lang === 'string' ? getHanLanguage(lang) : parent.language,
    transform: getTransform(style.textTransform) ?? parent.transform,
    variables,
    own: parent.own,
  };
};

const getFamilies = (
  value: string | number | undefined,
  variables: TextStyle['variables'],
  own: readonly FontFamily[],
) => {
  if (value === undefined || value === 'inherit') return undefined;
  const replaced = replaceVariables(String(value), variables);
  return replaced === undefined ? undefined : knownFamilies(replaced, own);
};

const getWeight = (value: string | number | undefined, tag: string, parent: number): number => {
  if (value === undefined || value === 'inherit') return getTagWeight(tag) === undefined ? parent : 700;
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
  return isSlantedByDefault(tag) || parent;
};

const getTransform = (value: string | number | undefined): string | undefined =>
  value === undefined || value === 'inherit' ? undefined : String(value);
