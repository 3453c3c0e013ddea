import { noTheme, type Theme } from './theme.ts';
import { readUtilities } from './utilities.ts';

/** Parts classes into those that name a token and the others. satori keeps one configuration of Tailwind for all trees. */
export const partedBy = (theme: Theme, tw: string, width: number): readonly [themed: string, others: string] => {
  if (theme.size === 0) return ['', tw];
  const message = (name: string, tokens: Theme = noTheme) => JSON.stringify(readUtilities(name, width, tokens));
  const parts = Object.groupBy(tw.split(/\s+/), (name) =>
    message(name, theme) === message(name) ? 'others' : 'themed',
  );
  return [parts.themed?.join(' ') ?? '', parts.others?.join(' ') ?? ''];
};

/** A function that loads a file, or an escape that may spell one. */
const loads = /\\|(?:url|src|image|image-set|cross-fade|element|paint)\(/i;

/** Returns classes without those that name an address: nothing but placeholders may reach satori. */
export const stripAddresses = (tw: string): string =>
  loads.test(tw)
    ? tw
        .split(/\s+/)
        .filter((name) => !loads.test(name))
        .join(' ')
    : tw;
