import { readSheet } from '../sheet-text.ts';

/** Limits of a theme: every class may use a token, which multiplies its size. */
export const themeLimits = { tokens: 2_000, characters: 300 } as const;
/** Maximum depth of tokens that refer to tokens. */
const maxDepth = 5;

/** Design tokens of `@theme` rules of Tailwind 4, with names such as `--color-brand`. */
export type Theme = ReadonlyMap<string, string>;

export const noTheme: Theme = new Map();

/**
 * Returns the tokens of style sheets, with references to variables of `:root` resolved.
 *
 * @param hasReferences whether what elements may change (`.dark { --background: #000 }`) stays a reference. Tokens of
 * `@theme inline` are what they refer to, others a property of the root. @default false
 */
export const readTheme = (css: string, hasReferences = false): Theme => {
  if (!css.includes('@theme')) return noTheme;
  const tokens = new Map<string, string>();
  const others = new Map<string, string>();
  const inline = new Set<string>();
  /** Set elsewhere than on the root alone. */
  const changing = new Set<string>();
  const blocks: (Map<string, string> | undefined)[] = [];
  let isInline = false;
  readSheet(css, {
    open: (head) => {
      isInline = /^@theme\s[^{]*\binline\b/.test(head);
      blocks.push(blocks.length > 0 ? undefined : getTarget(head, tokens, others));
    },
    close: () => blocks.pop(),
    declaration: ({ property, value }) => {
      const target = blocks.length === 1 ? blocks[0] : undefined;
      if (!target && property.startsWith('--')) changing.add(property);
      if (!target || !/^--[\w-]+$/.test(property) || isTooLong(value)) return;
      if (target.size >= themeLimits.tokens && !target.has(property)) return;
      target.set(property, value.replaceAll(/\s+/g, ' '));
      if (isInline && target === tokens) inline.add(property);
    },
  });
  const find = (one: string) => tokens.get(one) ?? others.get(one);
  const keep = (one: string) => (changing.has(one) ? undefined : find(one));
  const getValue = (name: string, value: string): string => {
    if (!hasReferences || changing.size === 0) return resolved(value, find);
    if (changing.has(name)) return `var(${name})`;
    const text = resolved(value, keep);
    return text.includes('var(') && !inline.has(name) ? `var(${name})` : text;
  };
  return new Map(tokens.entries().map(([name, value]) => [name, getValue(name, value)]));
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
