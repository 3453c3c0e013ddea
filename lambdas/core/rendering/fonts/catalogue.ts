import { aliases } from './aliases.ts';
import { familyAndWeight } from './opentype/names.ts';
import type { CustomFont, FontKind } from './typography.ts';

/** A family that can be asked for by name. */
export interface FontFamily {
  /** As written in `fontFamily`; compared without case. */
  readonly name: string;
  /** Name of its package, without the scope. */
  readonly id: string;
  readonly kind: FontKind;
  /** The weights that are kept of it; undefined where all are. */
  readonly weights?: readonly number[];
  /** The one weight that is rendered, whatever the text's: it was asked for in the name, as `Geist Medium` is. */
  readonly weight?: number;
  /** The files of a custom family, the newest first. */
  readonly files?: readonly CustomFont[];
  /** SHA-256 of its font pack, for a family that is not installed. */
  readonly pack?: string;
  /** The family that is rendered in its place, because it could not be fetched. */
  readonly substitute?: FontFamily;
}

const noto = (id: string, name: string): FontFamily => ({ name, id, kind: 'sans' });

/** Where nothing else is asked for. */
export const baseFamily: FontFamily = { name: 'Inter', id: 'inter', kind: 'sans' };
const notoSerif: FontFamily = { name: 'Noto Serif', id: 'noto-serif', kind: 'serif' };
/** With the widths of Times, which browsers take for `serif`. */
const tinos: FontFamily = { name: 'Tinos', id: 'tinos', kind: 'serif' };
const jetBrainsMono: FontFamily = { name: 'JetBrains Mono', id: 'jetbrains-mono', kind: 'mono' };
const roboto: FontFamily = { name: 'Roboto', id: 'roboto', kind: 'sans' };

/** Where a family of a kind lacks a character, before the base family is asked. */
export const kindFallbacks: Readonly<Partial<Record<FontKind, readonly FontFamily[]>>> = {
  serif: [notoSerif],
  mono: [jetBrainsMono],
};

/** Chinese, Japanese and Korean share code points and differ in shapes: the text's language chooses. */
export type HanLanguage = 'ja' | 'ko' | 'zh-Hans' | 'zh-Hant';

/** Each weight of these takes 4 MB or more, and AWS allows a function 250 MB with its layers. */
const hanWeights = [300, 400, 500, 700, 900];

export const hanFamilies: Readonly<Record<HanLanguage, FontFamily>> = {
  ja: { ...noto('noto-sans-jp', 'Noto Sans JP'), weights: hanWeights },
  ko: { ...noto('noto-sans-kr', 'Noto Sans KR'), weights: hanWeights },
  'zh-Hans': { ...noto('noto-sans-sc', 'Noto Sans SC'), weights: hanWeights },
  'zh-Hant': { ...noto('noto-sans-tc', 'Noto Sans TC'), weights: hanWeights },
};

/** Families by the script they are for; a character of the script is looked for here first. */
export const scriptFamilies: readonly { readonly script: RegExp; readonly family: FontFamily }[] = [
  { script: /\p{scx=Arabic}/u, family: noto('noto-sans-arabic', 'Noto Sans Arabic') },
  { script: /\p{scx=Hebrew}/u, family: noto('noto-sans-hebrew', 'Noto Sans Hebrew') },
  { script: /\p{scx=Devanagari}/u, family: noto('noto-sans-devanagari', 'Noto Sans Devanagari') },
  { script: /\p{scx=Thai}/u, family: noto('noto-sans-thai', 'Noto Sans Thai') },
  { script: /\p{scx=Bengali}/u, family: noto('noto-sans-bengali', 'Noto Sans Bengali') },
  { script: /\p{scx=Tamil}/u, family: noto('noto-sans-tamil', 'Noto Sans Tamil') },
  { script: /\p{scx=Georgian}/u, family: noto('noto-sans-georgian', 'Noto Sans Georgian') },
  { script: /\p{scx=Armenian}/u, family: noto('noto-sans-armenian', 'Noto Sans Armenian') },
];

/** Rare letters, arrows, stars, mathematics, subscripts: what the base family lacks. */
export const symbolFamilies: readonly FontFamily[] = [
  noto('noto-sans', 'Noto Sans'),
  noto('noto-sans-math', 'Noto Sans Math'),
  noto('noto-sans-symbols', 'Noto Sans Symbols'),
  noto('noto-sans-symbols-2', 'Noto Sans Symbols 2'),
  // the eighths
  roboto,
  notoSerif,
];

/** The core families: those that are installed everywhere. All others are found by name (`font-index.ts`). */
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

/** Families by their names. */
interface NamedFamilies {
  readonly byName: ReadonlyMap<string, FontFamily>;
  readonly byNameWithoutGaps: ReadonlyMap<string, FontFamily>;
}

/** A name as it is compared where people write it in another way: `DMSans`, `dm-sans`. */
export const withoutGaps = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Of equal names the first. */
const byNames = (listed: readonly FontFamily[]): NamedFamilies => {
  const latest = listed.toReversed();
  return {
    byName: new Map(latest.map((family) => [family.name.toLowerCase(), family])),
    byNameWithoutGaps: new Map(latest.map((family) => [withoutGaps(family.name), family])),
  };
};

const core = byNames(coreFamilies);
const ofLists = new WeakMap<readonly FontFamily[], NamedFamilies>();

const getNames = (listed: readonly FontFamily[]): NamedFamilies => {
  const names = ofLists.get(listed) ?? byNames(listed);
  ofLists.set(listed, names);
  return names;
};

/** Generic families (`serif`, `system-ui`): there is always a font for them, so nothing after them in a list is used. */
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

/** Generic families that are rendered in a family outside the core where the template has it. */
const genericNames: Readonly<Record<string, string>> = {
  cursive: 'dancing script',
  fantasy: 'abril fatface',
  'ui-rounded': 'nunito',
};

/** A part of a `fontFamily` value as names are compared. */
export const toFamilyName = (part: string): string =>
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
    .toLowerCase();

/** @param others families that go before core families of their name. */
const wholeFamily = (name: string, others: NamedFamilies): FontFamily | undefined => {
  const plain = name.replace(/ ?variable$/, '');
  const gapless = withoutGaps(name);
  const alias = Object.hasOwn(aliases, plain) ? (aliases[plain] as string) : '';
  return (
    others.byName.get(name) ??
    others.byName.get(plain) ??
    others.byNameWithoutGaps.get(gapless) ??
    core.byName.get(name) ??
    core.byName.get(plain) ??
    others.byName.get(alias) ??
    core.byName.get(alias) ??
    core.byNameWithoutGaps.get(gapless)
  );
};

/** Families in one weight, so that each is one family however often it is named. */
const inOneWeight = new WeakMap<FontFamily, Map<number, FontFamily>>();

const atWeight = (family: FontFamily, weight: number): FontFamily => {
  const weights = inOneWeight.get(family) ?? new Map<number, FontFamily>();
  inOneWeight.set(family, weights);
  const known = weights.get(weight) ?? { ...family, name: `${family.name} ${weight}`, weight };
  weights.set(weight, known);
  return known;
};

/** No family's name is longer: what is, is not read for weights. */
const longestName = 100;

const familyNamed = (name: string, others: NamedFamilies): FontFamily | undefined => {
  if (name.length > longestName) return undefined;
  const whole = wholeFamily(name, others);
  if (whole) return whole;
  const named = familyAndWeight(name);
  const family = named && wholeFamily(named.family, others);
  return family && atWeight(family, named.weight);
};

/**
 * Returns the families of a `fontFamily` value, in order; empty when none of them is known. A family that could not be
 * fetched is itself.
 *
 * @param others custom and pinned families, which go before core families of their name.
 */
export const knownFamilies = (value: string, others: readonly FontFamily[] = []): FontFamily[] => {
  const found = new Set<FontFamily>();
  const names = getNames(others);
  for (const part of value.split(',')) {
    const name = toFamilyName(part);
    const isGeneric = Object.hasOwn(generic, name);
    const family = isGeneric ? (names.byName.get(genericNames[name] ?? '') ?? generic[name]) : familyNamed(name, names);
    if (family) found.add(family);
    if (isGeneric || family === baseFamily) break;
  }
  return [...found];
};

/** Returns the families that a `fontFamily` value is rendered in, in order; empty when none of them is known. */
export const familiesNamed = (value: string, others: readonly FontFamily[] = []): FontFamily[] => [
  ...new Set(knownFamilies(value, others).map((family) => family.substitute ?? family)),
];
