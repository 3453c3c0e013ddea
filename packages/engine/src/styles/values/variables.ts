import { kinds, readTokens } from '../../css-tokens.ts';

/**
 * The computed custom properties of an element. An element that sets some has them in an object whose prototype holds the
 * inherited ones, so that nothing is copied. undefined is a property without a valid value.
 */
export type Variables = Readonly<Record<string, string | undefined>>;

export const noVariables: Variables = Object.create(null);

/** Maximum characters that references may add to one value, because they could multiply them. */
const maxReplacement = 10_000;
/** Maximum depth of references inside of references, and of variables that refer to others. */
const maxDepth = 64;

/** Returns the custom properties of an element: its own ones with their references replaced, then the inherited ones. */
export const inheritVariables = (style: Readonly<Record<string, string | number>>, inherited: Variables): Variables => {
  const names = Object.keys(style).filter((name) => name.startsWith('--'));
  if (names.length === 0) return inherited;
  const variables: Record<string, string | undefined> = Object.create(inherited);
  const missing = new Set(names);
  const open = new Set<string>();
  const cyclic = new Set<string>();
  const compute = (name: string): string | undefined => {
    if (!missing.has(name)) return variables[name];
    if (open.has(name) || open.size >= maxDepth) {
      // each one that is part of the cycle has no value
      for (const one of [...open].slice(Math.max(0, [...open].indexOf(name)))) cyclic.add(one);
      return undefined;
    }
    open.add(name);
    const value = String(style[name]).trim();
    const computed = /^(?:inherit|unset|revert|revert-layer)$/i.test(value)
      ? inherited[name]
      : /^initial$/i.test(value)
        ? undefined
        : substitute(value, compute);
    open.delete(name);
    missing.delete(name);
    variables[name] = cyclic.has(name) ? undefined : computed;
    return variables[name];
  };
  for (const name of names) compute(name);
  // the same again, as a rule for everything sets them
  return names.every((name) => variables[name] === inherited[name]) ? inherited : variables;
};

/** Returns a value with `var()` and `env()` replaced; undefined if one has neither a value nor a fallback. */
export const replaceVariables = (value: string, variables: Variables): string | undefined =>
  substitute(value, (name) => variables[name]);

/** Returns whether a value refers to a custom property, or to a measure of the device. */
export const hasReference = (value: string): boolean => /\b(?:var|env)\(/i.test(value);

/** The reference has neither a value nor a fallback. */
class NoValue extends Error {}

interface Token {
  readonly kind: number;
  readonly text: string;
}

const isSpace = ({ kind }: Token): boolean => kind === kinds.WhiteSpace || kind === kinds.Comment;
const opens = ({ kind }: Token): boolean => kind === kinds.Function || kind === kinds.LeftParenthesis;

/** Insets of a display without rounded corners; any other name is unknown. */
const isInset = (name: string): boolean => /^safe-area-(?:max-)?inset-/i.test(name);

const substitute = (value: string, find: (name: string) => string | undefined): string | undefined => {
  if (!hasReference(value)) return value;
  const tokens: Token[] = [];
  readTokens(value, (kind, start, end) => tokens.push({ kind, text: value.slice(start, end) }));
  const ends = findEnds(tokens);
  let remaining = maxReplacement;

  const replace = (at: number, depth: number): string => {
    const end = ends.get(at) ?? tokens.length;
    const skipSpace = (from: number): number => {
      let next = from;
      while (next < end && isSpace(tokens[next] as Token)) next += 1;
      return next;
    };
    const named = skipSpace(at + 1);
    const after = skipSpace(named + 1);
    const hasFallback = after < end && tokens[after]?.kind === kinds.Comma;
    const found = named < end && (after >= end || hasFallback) ? lookUp(at, tokens[named] as Token) : undefined;
    const replacement = found ?? (hasFallback ? write(after + 1, end, depth + 1).trim() : undefined);
    if (replacement === undefined) throw new NoValue();
    remaining -= replacement.length;
    if (remaining < 0) throw new NoValue();
    return replacement;
  };

  /** Returns what a reference names. @param at of its function */
  const lookUp = (at: number, { kind, text }: Token): string | undefined => {
    const isVariable = /^var/i.test((tokens[at] as Token).text);
    if (kind !== kinds.Ident || (isVariable && !text.startsWith('--'))) throw new NoValue();
    return isVariable ? find(text) : isInset(text) ? '0px' : undefined;
  };

  const write = (from: number, to: number, depth: number): string => {
    if (depth > maxDepth) throw new NoValue();
    const parts: string[] = [];
    for (let at = from; at < to; at += 1) {
      const { kind, text } = tokens[at] as Token;
      const isReference = kind === kinds.Function && /^(?:var|env)\($/i.test(text);
      parts.push(isReference ? replace(at, depth) : kind === kinds.Comment ? '' : text);
      if (isReference) at = ends.get(at) ?? to;
    }
    return join(parts);
  };

  try {
    return write(0, tokens.length, 0).trim();
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
};

/** Returns the index of the closing bracket by that of the opening one; without open ones. */
const findEnds = (tokens: readonly Token[]): ReadonlyMap<number, number> => {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (opens(token)) open.push(at);
    const from = token.kind === kinds.RightParenthesis ? open.pop() : undefined;
    if (from !== undefined) ends.set(from, at);
  }
  return ends;
};

/** Joins parts so that no two of them become one token: `u` and `rl()` are no `url()`. */
const join = (parts: readonly string[]): string => {
  let text = '';
  for (const part of parts) text += /[\w-]$/.test(text.slice(-1)) && /^[\w(-]/.test(part) ? ` ${part}` : part;
  return text;
};
