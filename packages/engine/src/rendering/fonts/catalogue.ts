import { getOwn } from '../../get-own.ts';
import { aliases } from './aliases.ts';
import { splitFamilyAndWeight } from './opentype/names.ts';
import type { CustomFont, FontKind } from './typography.ts';

export interface FontFamily {
  /** As written in `fontFamily`; case-insensitive. */
  readonly name: string;
  /** Name of its package without the scope. */
  readonly id: string;
  readonly kind: FontKind;
  /** Available weights; all if undefined. */
  readonly weights?: readonly number[];
  /** The only weight that is rendered, because it is part of the name: `Geist Medium`. */
  readonly weight?: number;
  /** The files of a custom family, newest first. */
  readonly files?: readonly CustomFont[];
  /** SHA-256 of the font pack of a family that is not installed. */
  readonly pack?: string;
  /** The family that is rendered instead, because this one could not be fetched. */
  readonly substitute?: FontFamily;
}

const noto = (id: string, name: string): FontFamily => ({ name, id, kind: 'sans' });

export const baseFamily: FontFamily = { name: 'Inter', id: 'inter', kind: 'sans' };
const notoSerif: FontFamily = { name: 'Noto Serif', id: 'noto-serif', kind: 'serif' };
/** Has the widths of Times, which browsers use for `serif`. */
const tinos: FontFamily = { name: 'Tinos', id: 'tinos', kind: 'serif' };
const jetBrainsMono: FontFamily = { name: 'JetBrains Mono', id: 'jetbrains-mono', kind: 'mono' };
const roboto: FontFamily = { name: 'Roboto', id: 'roboto', kind: 'sans' };

/** Fallbacks by kind of family, before the base family. */
export const kindFallbacks: Readonly<Partial<Record<FontKind, readonly FontFamily[]>>> = {
  serif: [notoSerif],
  mono: [jetBrainsMono],
};

/** Languages that share Han code points but differ in glyphs. */
export type HanLanguage = 'ja' | 'ko' | 'zh-Hans' | 'zh-Hant';

/** Each weight of these takes 4 MB or more, and AWS allows a function 250 MB with its layers. */
const hanWeights = [300, 400, 500, 700, 900];

export const hanFamilies: Readonly<Record<HanLanguage, FontFamily>> = {
  ja: { ...noto('noto-sans-jp', 'Noto Sans JP'), weights: hanWeights },
  ko: { ...noto('noto-sans-kr', 'Noto Sans KR'), weights: hanWeights },
  'zh-Hans': { ...noto('noto-sans-sc', 'Noto Sans SC'), weights: hanWeights },
  'zh-Hant': { ...noto('noto-sans-tc', 'Noto Sans TC'), weights: hanWeights },
};

/** Families for single scripts, which are the first fallback for characters of that script. */
export const scriptFamilies: readonly { readonly script: RegExp; readonly family: FontFamily }[] = [
  { script: /\p{scx=Arabic}/u, family: noto('noto-sans-arabic', 'Noto Sans Arabic') },
  { script: /\p{scx=Hebrew}/u, family: noto('noto-sans-hebrew', 'Noto Sans Hebrew') },
  { script: /\p{scx=Devanagari}/u, family: noto('noto-sans-devanagari', 'Noto Sans Devanagari') },
  { script: /[\p{scx=Thai}\u0e3f]/u, family: noto('noto-sans-thai', 'Noto Sans Thai') },
  { script: /\p{scx=Bengali}/u, family: noto('noto-sans-bengali', 'Noto Sans Bengali') },
  { script: /\p{scx=Tamil}/u, family: noto('noto-sans-tamil', 'Noto Sans Tamil') },
  { script: /\p{scx=Georgian}/u, family: noto('noto-sans-georgian', 'Noto Sans Georgian') },
  { script: /\p{scx=Armenian}/u, family: noto('noto-sans-armenian', 'Noto Sans Armenian') },
];

/** Characters that the base family lacks: rare letters, arrows, stars, mathematics, subscripts. */
export const symbolFamilies: readonly FontFamily[] = [
  noto('noto-sans', 'Noto Sans'),
  noto('noto-sans-math', 'Noto Sans Math'),
  noto('noto-sans-symbols', 'Noto Sans Symbols'),
  noto('noto-sans-symbols-2', 'Noto Sans Symbols 2'),
  // For the fractions in eighths.
  roboto,
  notoSerif,
];

/** Families that are installed everywhere. All others are found by name (`font-index.ts`). */
export const coreFamilies: readonly FontFamily[] = [
  ...new Set([
    baseFamily,
    notoSerif,
    tinos,
    jetBrainsMono,
    ...Object.values(hanFamilies),
    ...scriptFamilies.map(({ family }) => family),
    ...symbolFamilies,
  ]),
];

/** Families by their names in lower case, and by the names without gaps: `dmsans`. */
type NamedFamilies = ReadonlyMap<string, FontFamily>;

/** Returns a name for comparison with alternative spellings: `DMSans`, `dm-sans`. */
export const normaliseFamilyName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** The first of equal names wins, and a whole name over one without gaps. */
const byNames = (listed: readonly FontFamily[]): NamedFamilies => {
  const latest = listed.toReversed();
  return new Map([
    ...latest.map((family) => [normaliseFamilyName(family.name), family] as const),
    ...latest.map((family) => [family.name.toLowerCase(), family] as const),
  ]);
};

const core = byNames(coreFamilies);
const namesByList = new WeakMap<readonly FontFamily[], NamedFamilies>();

const getNames = (listed: readonly FontFamily[]): NamedFamilies => {
  const names = namesByList.get(listed) ?? byNames(listed);
  namesByList.set(listed, names);
  return names;
};

/** Generic families (`serif`, `system-ui`). They are always available, so what follows them in a list is unused. */
const generic: Readonly<Record<string, FontFamily>> = {
  'sans-serif': baseFamily,
  serif: tinos,
  monospace: jetBrainsMono,
  cursive: baseFamily,
  fantasy: baseFamily,
  math: baseFamily,
  emoji: baseFamily,
  'system-ui': baseFamily,
  'ui-sans-serif': baseFamily,
  'ui-rounded': baseFamily,
  'ui-serif': tinos,
  'ui-monospace': jetBrainsMono,
  '-apple-system': baseFamily,
  blinkmacsystemfont: baseFamily,
};

/** Families outside the core that replace generic ones if the template has them. */
const genericNames: Readonly<Record<string, string>> = {
  cursive: 'dancing script',
  fantasy: 'abril fatface',
  'ui-rounded': 'nunito',
};

/** Returns a part of a `fontFamily` value without its quotes. */
export const unquote = (part: string): string =>
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

/** Normalises a part of a `fontFamily` value for comparison. */
export const toFamilyName = (part: string): string => unquote(part).toLowerCase();

/** @param others take precedence over core families of the same name. */
const wholeFamily = (name: string, others: NamedFamilies): FontFamily | undefined => {
  const plain = name.replace(/ ?variable$/, '');
  const gapless = normaliseFamilyName(name);
  const alias = getOwn(aliases, plain) ?? '';
  return (
    others.get(name) ??
    others.get(plain) ??
    others.get(gapless) ??
    core.get(name) ??
    core.get(plain) ??
    others.get(alias) ??
    core.get(alias) ??
    core.get(gapless)
  );
};

/** Families restricted to one weight, cached so that the same name gives the same object. */
const inOneWeight = new WeakMap<FontFamily, Map<number, FontFamily>>();

const atWeight = (family: FontFamily, weight: number): FontFamily => {
  const weights = inOneWeight.get(family) ?? new Map<number, FontFamily>();
  inOneWeight.set(family, weights);
  const variant = weights.get(weight) ?? { ...family, name: `${family.name} ${weight}`, weight };
  weights.set(weight, variant);
  return variant;
};

/** Maximum length of a family name. Longer names are not parsed for weights. */
const maxNameLength = 100;

const familyNamed = (name: string, others: NamedFamilies): FontFamily | undefined => {
  if (name.length > maxNameLength) return undefined;
  const whole = wholeFamily(name, others);
  if (whole) return whole;
  const named = splitFamilyAndWeight(name);
  const family = named && wholeFamily(named.family, others);
  return family && atWeight(family, named.weight);
};

/**
 * Returns the known families of a `fontFamily` value, in order. Families that could not be fetched are included.
 *
 * @param others custom and pinned families, which take precedence over core families of the same name.
 */
export const parseKnownFamilies = (value: string, others: readonly FontFamily[] = []): FontFamily[] => {
  const found = new Set<FontFamily>();
  const names = getNames(others);
  for (const part of value.split(',')) {
    const name = toFamilyName(part);
    const isGeneric = Object.hasOwn(generic, name);
    const family = isGeneric ? (names.get(genericNames[name] ?? '') ?? generic[name]) : familyNamed(name, names);
    if (family) found.add(family);
    if (isGeneric || family === baseFamily) break;
  }
  return [...found];
};

/** Returns the families in which a `fontFamily` value is rendered, in order; empty if none is known. */
export const parseRenderedFamilies = (value: string, others: readonly FontFamily[] = []): FontFamily[] => [
  ...new Set(parseKnownFamilies(value, others).map((family) => family.substitute ?? family)),
];
