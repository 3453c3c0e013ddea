import { familyAndWeight } from './opentype/names.ts';
import { substitutes } from './substitutes.ts';
import type { CustomFont } from './typography.ts';

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
  /** The files of a family that is an account's own, the newest first; the others are the catalogue's. */
  readonly files?: readonly CustomFont[];
}

/** The kind of a family: a character it lacks is taken from the fallbacks of its kind, serif beside serif. */
export type FontKind = 'sans' | 'serif' | 'mono' | 'display' | 'hand';

const named = (kind: FontKind, names: string): FontFamily[] =>
  names.split(', ').map((name) => ({ name, id: name.toLowerCase().replaceAll(' ', '-'), kind }));
const noto = (id: string, name: string): FontFamily => ({ name, id, kind: 'sans' });

/** The families people ask for most, each with all its weights and slopes. */
const asked: readonly FontFamily[] = [
  ...named('sans', 'Inter, Roboto, Open Sans, Lato, Montserrat, Poppins, Raleway, Nunito, Work Sans, DM Sans, Manrope'),
  ...named('sans', 'Space Grotesk, Plus Jakarta Sans, Outfit, Figtree, IBM Plex Sans, Source Sans 3, Rubik, Geist'),
  ...named('sans', 'Lexend, Arimo, Inter Tight, Nunito Sans, Roboto Condensed, Fira Sans, Ubuntu, PT Sans, Barlow'),
  ...named('sans', 'Mulish, Quicksand, Kanit, Archivo, Sora, Urbanist, Be Vietnam Pro, Bricolage Grotesque, Syne'),
  ...named('sans', 'Instrument Sans, Onest, Public Sans, Albert Sans, Hanken Grotesk, Red Hat Display, Josefin Sans'),
  ...named('sans', 'Karla, Cabin, Titillium Web'),
  ...named('serif', 'Playfair Display, Merriweather, Lora, Source Serif 4, Noto Serif, EB Garamond, Crimson Pro'),
  ...named('serif', 'Libre Baskerville, DM Serif Display, Instrument Serif, Gelasio, Tinos, Roboto Slab, Zilla Slab'),
  ...named('serif', 'PT Serif, Fraunces, Cormorant Garamond, Newsreader, Bitter, Spectral, IBM Plex Serif'),
  ...named('mono', 'JetBrains Mono, Fira Code, IBM Plex Mono, Roboto Mono, Source Code Pro, Space Mono, Geist Mono'),
  ...named('mono', 'Cousine, Inconsolata'),
  ...named('display', 'Bebas Neue, Oswald, Anton, Archivo Black, Abril Fatface'),
  ...named('display', 'Unbounded, Teko, Cinzel, Orbitron, Lobster, Righteous, Press Start 2P, VT323'),
  ...named('hand', 'Caveat, Pacifico, Dancing Script, Permanent Marker'),
];

const byId = new Map(asked.map((family) => [family.id, family]));
const known = (id: string) => byId.get(id) as FontFamily;

/** Where nothing else is asked for. */
export const baseFamily = known('inter');

/** Where a family of a kind lacks a character, before the base family is asked. */
export const kindFallbacks: Readonly<Partial<Record<FontKind, readonly FontFamily[]>>> = {
  serif: [known('noto-serif')],
  mono: [known('jetbrains-mono')],
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
  known('roboto'),
  known('noto-serif'),
];

/** Every family there is a package for. */
export const families: readonly FontFamily[] = [
  ...new Set([
    ...asked,
    ...Object.values(hanFamilies),
    ...scriptFamilies.map(({ family }) => family),
    ...symbolFamilies,
  ]),
];

const byName = new Map(families.map((family) => [family.name.toLowerCase(), family]));

/** Generic families (`serif`, `system-ui`): there is always a font for them, so nothing after them in a list is used. */
const generic: Readonly<Record<string, FontFamily>> = {
  'sans-serif': baseFamily,
  serif: known('tinos'),
  monospace: known('jetbrains-mono'),
  cursive: known('dancing-script'),
  fantasy: known('abril-fatface'),
  math: baseFamily,
  emoji: baseFamily,
  'system-ui': baseFamily,
  'ui-sans-serif': baseFamily,
  'ui-rounded': known('nunito'),
  'ui-serif': known('tinos'),
  'ui-monospace': known('jetbrains-mono'),
  '-apple-system': baseFamily,
  blinkmacsystemfont: baseFamily,
};

/** A part of a `fontFamily` value as names are compared. */
export const toFamilyName = (part: string): string =>
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
    .toLowerCase();

/** A name as it is compared where people write it in another way: `DMSans`, `dm-sans`. */
export const withoutGaps = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');
const byNameWithoutGaps = new Map(families.map((family) => [withoutGaps(family.name), family]));

/** @param own families of an account's own, which go before all others of their name. */
const wholeFamily = (name: string, own: readonly FontFamily[]): FontFamily | undefined => {
  const plain = name.replace(/ ?variable$/, '');
  const gapless = withoutGaps(name);
  const known = (form: string) => own.find((family) => family.name.toLowerCase() === form);
  const substitute = Object.hasOwn(substitutes, plain) ? substitutes[plain] : undefined;
  return (
    known(name) ??
    known(plain) ??
    own.find((family) => withoutGaps(family.name) === gapless) ??
    byName.get(name) ??
    byName.get(plain) ??
    byName.get(substitute ?? '') ??
    byNameWithoutGaps.get(gapless)
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

const familyNamed = (name: string, own: readonly FontFamily[]): FontFamily | undefined => {
  if (name.length > longestName) return undefined;
  const whole = wholeFamily(name, own);
  if (whole) return whole;
  const named = familyAndWeight(name);
  const family = named && wholeFamily(named.family, own);
  return family && atWeight(family, named.weight);
};

/**
 * The families of a `fontFamily` value that can be rendered, in order; empty when none of them is known.
 *
 * @param own families of an account's own, which go before those of the catalogue.
 */
export const familiesNamed = (value: string, own: readonly FontFamily[] = []): FontFamily[] => {
  const found = new Set<FontFamily>();
  for (const part of value.split(',')) {
    const name = toFamilyName(part);
    const always = Object.hasOwn(generic, name) ? generic[name] : undefined;
    const family = always ?? familyNamed(name, own);
    if (family) found.add(family);
    if (always || family === baseFamily) break;
  }
  return [...found];
};
