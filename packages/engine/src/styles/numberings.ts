const romans = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
  ] as const),
  ...([
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];

const toRoman = (number: number): string | undefined => {
  if (number < 1 || number > 3999) return undefined;
  let rest = number;
  let text = '';
  for (const [amount, letters] of romans) for (; rest >= amount; rest -= amount) text += letters;
  return text;
};

const toLetters = (number: number): string | undefined => {
  if (number < 1) return undefined;
  const first = toLetters(Math.floor((number - 1) / 26)) ?? '';
  return first + String.fromCharCode(97 + ((number - 1) % 26));
};

/** Source: CSS Counter Styles 3 */
export const numberings: Readonly<Record<string, (number: number) => string | undefined>> = {
  decimal: String,
  'decimal-leading-zero': (number) => (number < 0 ? '-' : '') + String(Math.abs(number)).padStart(2, '0'),
  'lower-alpha': toLetters,
  'lower-latin': toLetters,
  'upper-alpha': (number) => toLetters(number)?.toUpperCase(),
  'upper-latin': (number) => toLetters(number)?.toUpperCase(),
  'lower-roman': toRoman,
  'upper-roman': (number) => toRoman(number)?.toUpperCase(),
};

/** Returns a number in a counter style; in decimal digits if that is not known. */
export const formatNumber = (number: number, style = 'decimal'): string => {
  const own = shapes[style];
  return own ?? ((Object.hasOwn(numberings, style) && numberings[style]?.(number)) || String(number));
};

/** Counter styles that are no numbers. */
const shapes: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  none: '',
  disc: '•',
  circle: '◦',
  square: '▪',
});
