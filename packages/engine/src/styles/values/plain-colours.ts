import { kinds, readTokens } from '../../css-tokens.ts';
import { readColour, writeColour } from './colours.ts';

const mayHold = /light-dark\(|\(\s*from\s/i;
const isColour = /^(?:light-dark|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\($/i;

/** Deepest `light-dark()` in others. */
const maxDepth = 8;

/** A function that is open. */
interface Opened {
  readonly name: string;
  readonly start: number;
  /** Where its arguments begin. */
  readonly inside: number;
  /** Brackets that were open before it. */
  readonly around: number;
  comma?: number;
  isRelative?: boolean;
}

/**
 * Returns a value whose `light-dark()` are decided, and whose colours made from others are written in full. One made from
 * `currentColor` stays.
 */
export const writePlainColours = (value: string, isDark: boolean, depth = 0): string => {
  if (!mayHold.test(value) || depth > maxDepth) return value;
  let [text, done, brackets] = ['', 0, 0];
  let opened: Opened | undefined;
  const write = ({ name, start, inside, comma, isRelative }: Opened, end: number): string => {
    const whole = value.slice(start, end);
    if (name === 'light-dark(' && comma !== undefined) {
      const chosen = isDark ? value.slice(comma + 1, end - 1) : value.slice(inside, comma);
      return writePlainColours(chosen.trim(), isDark, depth + 1);
    }
    const colour = isRelative && !/currentcolor/i.test(whole) ? readColour(whole) : undefined;
    return colour ? writeColour(colour) : whole;
  };
  readTokens(value, (kind, start, end) => {
    const token = value.slice(start, end).toLowerCase();
    if (opened && kind !== kinds.WhiteSpace) opened.isRelative ??= token === 'from';
    if (opened && kind === kinds.Comma && brackets === opened.around + 1) opened.comma ??= start;
    if (kind === kinds.Function && isColour.test(token))
      opened ??= { name: token, start, inside: end, around: brackets };
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) brackets += 1;
    if (kind !== kinds.RightParenthesis) return;
    brackets = Math.max(0, brackets - 1);
    if (!opened || brackets > opened.around) return;
    text += value.slice(done, opened.start) + write(opened, end);
    done = end;
    opened = undefined;
  });
  return text + value.slice(done);
};
