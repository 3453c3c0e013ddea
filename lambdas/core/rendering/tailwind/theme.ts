import { readSheet } from '../css/sheets.ts';

/** Bounds of a theme: each class may name a token, so what one holds is multiplied. */
export const themeLimits = { tokens: 2_000, characters: 300 } as const;
/** Tokens that name tokens are followed so many steps. */
const deepest = 5;

/** Design tokens, `--color-brand: #f00`, as `@theme` rules of Tailwind 4 declare them; the names with their dashes. */
export type Theme = ReadonlyMap<string, string>;

export const noTheme: Theme = new Map();

/** The tokens of style sheets. What they take over from `:root` is followed, so that fonts and sizes are known before a layout. */
export const readTheme = (css: string): Theme => {
  if (!css.includes('@theme')) return noTheme;
  const tokens = new Map<string, string>();
  const others = new Map<string, string>();
  const homes: (Map<string, string> | undefined)[] = [];
  readSheet(css, {
    open: (head) => homes.push(homes.length > 0 ? undefined : getHome(head, tokens, others)),
    close: () => homes.pop(),
    declaration: ({ property, value }) => {
      const home = homes.length === 1 ? homes[0] : undefined;
      if (!home || !/^--[\w-]+$/.test(property) || isTooLong(value)) return;
      if (home.size < themeLimits.tokens || home.has(property)) home.set(property, value.replaceAll(/\s+/g, ' '));
    },
  });
  return new Map(
    tokens.entries().map(([name, value]) => [name, resolved(value, (one) => tokens.get(one) ?? others.get(one))]),
  );
};

export const isTooLong = (value: string): boolean => value.length > themeLimits.characters;

const getHome = (head: string, tokens: Map<string, string>, others: Map<string, string>) => {
  if (/^@theme\b/.test(head)) return tokens;
  return /^(?::root|:host|html)(?:\s*,\s*(?::root|:host|html))*$/.test(head) ? others : undefined;
};

const reference = /var\(\s*(--[\w-]+)\s*\)/g;

const resolved = (value: string, tokenOf: (name: string) => string | undefined): string => {
  let text = value;
  for (let step = 0; step < deepest && text.includes('var('); step += 1) {
    const next = text.replaceAll(reference, (written, name: string) => tokenOf(name) ?? written);
    // left to the engine, which knows variables itself
    if (isTooLong(next)) return value;
    text = next;
  }
  return text;
};
