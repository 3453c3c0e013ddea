import type { Random } from './random.ts';

type Mutation = (parts: string[], other: string[], random: Random) => string[];

const at = (parts: readonly string[], random: Random): number => random.int(0, Math.max(0, parts.length - 1));
const getName = (part: string): string => part.split('=')[0] ?? '';
const textAfterName = (part: string): string => part.slice(getName(part).length + 1);

const onePart =
  (change: (part: string, random: Random) => string): Mutation =>
  (parts, _other, random) => {
    const position = at(parts, random);
    return parts.map((part, n) => (n === position ? change(part, random) : part));
  };
const value = (change: (text: string, random: Random) => string): Mutation =>
  onePart((part, random) => `${getName(part)}=${change(textAfterName(part), random)}`);
const named =
  (names: readonly string[], change: (text: string, random: Random) => string): Mutation =>
  (parts, _other, random) => {
    const name = random.pick(names);
    return parts.map((part) => (getName(part) === name ? `${name}=${change(textAfterName(part), random)}` : part));
  };

const percentByte = (byte: number, isUpper: boolean): string => {
  const hex = byte.toString(16).padStart(2, '0');
  return `%${isUpper ? hex.toUpperCase() : hex}`;
};
/** One character of a text percent-encoded though it need not be. */
const encodeOne = (text: string, random: Random): string => {
  const position = random.int(0, Math.max(0, text.length - 1));
  const char = text.charAt(position);
  if (!/[\w.~-]/.test(char)) return text;
  return text.slice(0, position) + percentByte(char.charCodeAt(0), random.int(0, 1) === 1) + text.slice(position + 1);
};
const insert = (text: string, added: string, random: Random): string => {
  const position = random.int(0, text.length);
  return text.slice(0, position) + added + text.slice(position);
};
/** Applied to the decoded text; a text that does not decode stays. */
const decoded =
  (change: (text: string) => string) =>
  (text: string): string => {
    try {
      return encodeURIComponent(change(decodeURIComponent(text)));
    } catch {
      return text;
    }
  };

const brokenBytes = '% %4 %zz %C3 %C0%AF %C0%80 %E0%80%AF %ED%A0%80 %F4%90%80%80 %FF %FC'.split(' ');
const invisible = ['%00', '%E2%80%8B', '%EF%BB%BF', '%CC%88', '%20', '+', '%0A', '%0D%0A', '%09', '%C2%A0'];
const numberNotations: readonly ((text: string) => string)[] = [
  (text) => `0${text}`,
  (text) => `${text}.0`,
  (text) => `${text}e0`,
  (text) => `%2B${text}`,
  (text) => `+${text}`,
  (text) => `0x${Number(text).toString(16)}`,
  (text) => `${text}+`,
  (text) => text.replace(/\d/, (digit) => encodeURIComponent(String.fromCodePoint(0xff10 + Number(digit)))),
  (text) => text.replace(/\d/, (digit) => encodeURIComponent(String.fromCodePoint(0x0660 + Number(digit)))),
  (text) => String(Number(text) + 1),
  (text) => `${text}0`,
];
const numbers = ['width', 'height', 'exp', 'tv', 'quality', 'dpr'];
const strangers = 'utm_source=x fbclid=1 gclid __proto__=1 constructor=x V_title=x Sig=1 a[b]=c ='.split(' ');

/** Every way to change a URL that is tried; the first group mostly preserves the meaning. */
const mutations: readonly Mutation[] = [
  (parts) => parts.toReversed(),
  (parts, _other, random) => parts.toSorted(() => random.int(0, 1) * 2 - 1),
  value(encodeOne),
  onePart((part, random) => `${encodeOne(getName(part), random)}=${textAfterName(part)}`),
  value((text) => text.replaceAll('%20', '+')),
  value((text) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
  value((text) => text.replace(/%2[1789A]/gi, (code) => decodeURIComponent(code))),
  (parts, _other, random) => parts.toSpliced(at(parts, random), 0, random.pick(strangers)),
  (parts, _other, random) => parts.toSpliced(at(parts, random), 0, ''),
  onePart((part) => (textAfterName(part) === '' ? getName(part) : part)),

  (parts, _other, random) => parts.toSpliced(at(parts, random), 0, parts[at(parts, random)] ?? ''),
  (parts, _other, random) => [...parts, encodeOne(parts[at(parts, random)] ?? '', random)],
  (parts, other, random) => [...parts, other[at(other, random)] ?? ''],
  (parts, other, random) => {
    const position = at(parts, random);
    const name = getName(parts[position] ?? '');
    return parts.map((part, n) => (n === position ? (other.find((one) => getName(one) === name) ?? part) : part));
  },
  (parts, _other, random) => parts.toSpliced(at(parts, random), 1),
  (parts, _other, random) => [...parts, `v_${random.pick(['more', 'title ', '', 'Title', '%74itle'])}=x`],
  onePart((part) => `${getName(part).toUpperCase()}=${textAfterName(part)}`),
  value((text) => text.toUpperCase()),
  value((text, random) => insert(text, random.pick(invisible), random)),
  onePart((part, random) => `${insert(getName(part), random.pick(invisible), random)}=${textAfterName(part)}`),
  value((text, random) => insert(text, random.pick(brokenBytes), random)),
  (parts, _other, random) => [...parts, `ref=${random.pick(brokenBytes)}`],
  value((text) => text.replaceAll('%', '%25')),
  value((text) => text.replace('%2B', '+')),
  value((text) => text.replace('+', '%2B')),
  value(decoded((text) => text.normalize('NFD'))),
  value(decoded((text) => text.normalize('NFKC'))),
  value(decoded((text) => text.toLowerCase())),
  value(decoded((text) => text.trimEnd())),
  named(numbers, (text, random) => random.pick(numberNotations)(text)),
  named(['exp'], (text, random) => String(Number(text) + random.int(-20_000_000, 20_000_000))),
  named(['exp'], (_text, random) =>
    random.pick(['0', '1', '-1', 'Infinity', 'NaN', '', '1800000000000', '9'.repeat(15), '9'.repeat(16)]),
  ),
  named(['sig'], (text) => text.slice(0, -1)),
  named(['sig'], (text) => `${text}a`),
  named(
    ['sig'],
    (text, random) => `${random.pick(['1', 'z9', '', '01', 'zzzzz', '__proto__'])}${text.slice(text.indexOf('.'))}`,
  ),
  named(['sig'], (text) => text.replace('.', '')),
  named(['sig'], (text, random) => {
    const position = random.int(0, text.length - 1);
    return text.slice(0, position) + random.pick([...'0123456789abcdef']) + text.slice(position + 1);
  }),
  named(['format'], (_text, random) => random.pick(['png', 'jpeg', 'webp', 'gif', 'PNG', 'jpg'])),
];

/**
 * A signed query changed in one to four ways.
 *
 * @param other another signed query, to take pieces from.
 */
export const mutate = (query: string, other: string, random: Random): string => {
  let parts = query.split('&');
  const iterations = random.pick([1, 1, 1, 2, 2, 3, 4]);
  for (let iteration = 0; iteration < iterations; iteration += 1)
    parts = random.pick(mutations)(parts, other.split('&'), random);
  return parts.join('&');
};
