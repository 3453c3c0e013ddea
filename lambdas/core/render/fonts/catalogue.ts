/** A family that can be asked for by name. */
export interface FontFamily {
  /** As written in `fontFamily`; compared without case. */
  readonly name: string;
  /** Name of its package, without the scope. */
  readonly id: string;
}

const named = (id: string, name: string): FontFamily => ({ id, name });

/** Where nothing else is asked for. */
export const baseFamily = named('inter', 'Inter');

/** Chinese, Japanese and Korean share code points and differ in shapes: the text's language chooses. */
export type HanLanguage = 'ja' | 'ko' | 'zh-Hans' | 'zh-Hant';

export const hanFamilies: Readonly<Record<HanLanguage, FontFamily>> = {
  ja: named('noto-sans-jp', 'Noto Sans JP'),
  ko: named('noto-sans-kr', 'Noto Sans KR'),
  'zh-Hans': named('noto-sans-sc', 'Noto Sans SC'),
  'zh-Hant': named('noto-sans-tc', 'Noto Sans TC'),
};

/** Families by the script they are for; a character of the script is looked for here first. */
export const scriptFamilies: readonly { readonly script: RegExp; readonly family: FontFamily }[] = [
  { script: /\p{scx=Arabic}/u, family: named('noto-sans-arabic', 'Noto Sans Arabic') },
  { script: /\p{scx=Hebrew}/u, family: named('noto-sans-hebrew', 'Noto Sans Hebrew') },
  { script: /\p{scx=Devanagari}/u, family: named('noto-sans-devanagari', 'Noto Sans Devanagari') },
  { script: /\p{scx=Thai}/u, family: named('noto-sans-thai', 'Noto Sans Thai') },
  { script: /\p{scx=Bengali}/u, family: named('noto-sans-bengali', 'Noto Sans Bengali') },
  { script: /\p{scx=Tamil}/u, family: named('noto-sans-tamil', 'Noto Sans Tamil') },
  { script: /\p{scx=Georgian}/u, family: named('noto-sans-georgian', 'Noto Sans Georgian') },
  { script: /\p{scx=Armenian}/u, family: named('noto-sans-armenian', 'Noto Sans Armenian') },
];

/** Rare letters, arrows, stars, mathematics: what the base family lacks. */
export const symbolFamilies: readonly FontFamily[] = [
  named('noto-sans', 'Noto Sans'),
  named('noto-sans-math', 'Noto Sans Math'),
  named('noto-sans-symbols', 'Noto Sans Symbols'),
  named('noto-sans-symbols-2', 'Noto Sans Symbols 2'),
];

const families: readonly FontFamily[] = [
  baseFamily,
  ...Object.values(hanFamilies),
  ...scriptFamilies.map(({ family }) => family),
  ...symbolFamilies,
];

const byName = new Map(families.map((family) => [family.name.toLowerCase(), family]));

/** Generic names, and names of fonts that come with operating systems and stand for "the usual sans". */
const generic =
  /^(?:sans-serif|serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-.*|-apple-system|blinkmacsystemfont)$/;

/**
 * The families of a `fontFamily` value that can be drawn, in order; empty when none of them is known.
 *
 * A generic name ends the list with the base family, as it would in a browser: what follows it is never used.
 */
export const familiesNamed = (value: string): FontFamily[] => {
  const found: FontFamily[] = [];
  for (const part of value.split(',')) {
    const name = part
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim()
      .toLowerCase();
    const family = generic.test(name) ? baseFamily : byName.get(name);
    if (family && !found.includes(family)) found.push(family);
    if (family === baseFamily) break;
  }
  return found;
};
