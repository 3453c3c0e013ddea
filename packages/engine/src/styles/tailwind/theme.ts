import { readSheet } from '../sheet-text.ts';

/** Limits of a theme: every class may use a token, which multiplies its size. */
export const themeLimits = { tokens: 2_000, characters: 300 } as const;
/** Maximum depth of tokens that refer to tokens. */
const maxDepth = 5;

/** Design tokens of `@theme` rules of Tailwind 4, with names such as `--color-brand`. */
export type Theme = ReadonlyMap<string, string>;

export const noTheme: Theme = new Map();

/** Returns the tokens of style sheets, with references to variables of `:root` resolved. */
export const readTheme = (css: string): Theme => {
  if (!css.includes('@theme')) return noTheme;
  const tokens = new Map<string, string>();
  const others = new Map<string, string>();
  const blocks: (Map<string, string> | undefined)[] = [];
  readSheet(css, {
    open: (head) => blocks.push(blocks.length > 0 ? undefined : getTarget(head, tokens, others)),
    close: () => blocks.pop(),
    declaration: ({ property, value }) => {
      const target = blocks.length === 1 ? blocks[0] : undefined;
      if (!target || !/^--[\w-]+$/.test(property) || isTooLong(value)) return;
      if (target.size < themeLimits.tokens || target.has(property)) target.set(property, value.replaceAll(/\s+/g, ' '));
    },
  });
  return new Map(
    tokens.entries().map(([name, value]) => [name, resolved(value, (one) => tokens.get(one) ?? others.get(one))]),
  );
};

export const isTooLong = (value: string): boolean => value.length > themeLimits.characters;

const getTarget = (head: string, tokens: Map<string, string>, others: Map<string, string>) => {
  if (/^@theme\b/.test(head)) return tokens;
  return /^(?::root|:host|html)(?:\s*,\s*(?::root|:host|html))*$/.test(head) ? others : undefined;
};

const reference = /var\(\s*(--[\w-]+)\s*\)/g;

const resolved = (value: string, tokenOf: (name: string) => string | undefined): string => {
  let text = value;
  for (let step = 0; step < maxDepth && text.includes('var('); step += 1) {
    const next = text.replaceAll(reference, (written, name: string) => tokenOf(name) ?? written);
    // The engine resolves variables itself.
    if (isTooLong(next)) return value;
    text = next;
  }
  return text;
};
