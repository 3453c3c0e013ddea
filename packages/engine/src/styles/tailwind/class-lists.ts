import { noTheme, type Theme } from './theme.ts';
import { readUtilities } from './utilities.ts';

/** Splits classes into those with a token and others: satori has one Tailwind configuration for all trees. */
export const splitByTheme = (theme: Theme, tw: string, width: number): readonly [themed: string, others: string] => {
  if (theme.size === 0) return ['', tw];
  const serialise = (name: string, tokens: Theme = noTheme) => JSON.stringify(readUtilities(name, width, tokens));
  const parts = Object.groupBy(tw.split(/\s+/), (name) =>
    serialise(name, theme) === serialise(name) ? 'others' : 'themed',
  );
  return [parts.themed?.join(' ') ?? '', parts.others?.join(' ') ?? ''];
};

/** A function that loads a file, or an escape sequence that could hide one. */
const loads = /\\|(?:url|src|image|image-set|cross-fade|element|paint)\(/i;

/** Returns classes without those that contain a URL: only placeholders may reach satori. */
export const stripAddresses = (tw: string): string =>
  loads.test(tw)
    ? tw
        .split(/\s+/)
        .filter((name) => !loads.test(name))
        .join(' ')
    : tw;
