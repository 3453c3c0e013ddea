/** Maximum characters that variables may add to one value, because references could multiply them. */
const maxReplacement = 10_000;
/** Maximum depth of variables that refer to others. */
const maxDepth = 8;

type Variables = Readonly<Record<string, string>>;

/** Returns the custom properties of an element: those of its own style, then the inherited ones. */
export const inheritVariables = (style: Readonly<Record<string, string | number>>, inherited: Variables): Variables => {
  const own = Object.entries(style).filter(([name]) => name.startsWith('--'));
  if (own.length === 0) return inherited;
  return { ...inherited, ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])) };
};

/** A `var()`, which is none inside another name (`uvar()`). */
const reference = /(?<![\w-])var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g;

/** Returns a value apart from its neighbours in a text, because CSS replaces tokens: `u` and `rl()` are no `url()`. */
const asTokens = (value: string, text: string, from: number, to: number): string =>
  `${/[\w-]/.test(text[from - 1] ?? '') ? ' ' : ''}${value}${/[\w(-]/.test(text[to] ?? '') ? ' ' : ''}`;

/** Returns a value with `var()` replaced; '' for a variable without a value and fallback. */
export const replaceVariables = (value: string, variables: Variables): string => {
  let remaining = maxReplacement;
  let result = value;
  for (let depth = 0; depth < maxDepth && result.includes('var('); depth += 1) {
    // Text after the last parenthesis is excluded, because each `var(` in it would be scanned to the end.
    const end = result.lastIndexOf(')') + 1;
    const closed = result
      .slice(0, end)
      .replace(reference, (all: string, name: string, fallback: string | undefined, at: number) => {
        const replacement = (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? (fallback ?? '').trim();
        remaining -= replacement.length;
        return remaining < 0 ? '' : asTokens(replacement, result, at, at + all.length);
      });
    const next = closed + result.slice(end);
    if (next === result) return next;
    result = next;
  }
  return result;
};
