import { getOwn } from '../../get-own.ts';
import { splitWords } from '../../split-words.ts';
import type { Style } from '../style.ts';
import { getLeading } from './parametric.ts';
import type { Theme } from './theme.ts';
import { textSizes } from './type.ts';

/** A class that contains the value of a token, or the style of such a class. */
export type Themed = { readonly name: string } | { readonly style: Style };

const colours = ['color'];
const lengths = ['spacing'];

const each = (names: string, namespaces: readonly string[]) =>
  splitWords(names).map((name): [string, readonly string[]] => [name, namespaces]);

/** Namespaces of the tokens of each utility. Source: https://tailwindcss.com/docs/theme */
const namespaces = new Map<string, readonly string[]>([
  ...each('from via to ring stroke fill outline decoration divide', colours),
  ...each('border border-t border-r border-b border-l border-x border-y', colours),
  ...each('p px py pt pr pb pl ps pe m mx my mt mr mb ml ms me inset inset-x inset-y top right bottom left', lengths),
  ...each('gap gap-x gap-y indent space-x space-y translate translate-x translate-y', lengths),
  ...each('w h size min-w max-w min-h max-h basis', ['spacing', 'container']),
  ...each('rounded rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-bl rounded-br', ['radius']),
  ['bg', ['color', 'background-image']],
  ['text', ['text', 'color']],
  ['font', ['font-weight', 'font']],
  ['leading', ['leading', 'spacing']],
  ['tracking', ['tracking']],
  ['shadow', ['shadow', 'color']],
  ['drop-shadow', ['drop-shadow']],
  ['blur', ['blur']],
  ['aspect', ['aspect']],
]);

/** No utility has a longer name, so that a class of a thousand dashes is split a few times only. */
const longestUtility = 16;

/** Yields every way to split a class into a utility and its parameter, the longest name first. */
export function* getSplits(name: string): Generator<readonly [utility: string, parameter: string], undefined> {
  const bracket = name.indexOf('[');
  const first = bracket < 0 ? name.length : bracket - 1;
  for (
    let end = first > longestUtility ? name.lastIndexOf('-', longestUtility) : first;
    end > 0;
    end = name.lastIndexOf('-', end - 1)
  )
    yield [name.slice(0, end), name.slice(end + 1)];
}

/** Replaces the token in a class with its value: `bg-brand/50` becomes `bg-[#f00]/50`. Undefined without a token. */
export const resolveTokens = (name: string, theme: Theme): Themed | undefined => {
  if (theme.size === 0 || name.includes('[')) return undefined;
  for (const [utility, parameter] of getSplits(name))
    for (const namespace of namespaces.get(utility) ?? []) {
      const found = inNamespace(utility, namespace, parameter, theme);
      if (found) return found;
    }
  return undefined;
};

const inNamespace = (utility: string, namespace: string, parameter: string, theme: Theme): Themed | undefined => {
  const [, plain = '', share = ''] = /^([^/]*)(\/.+)?$/.exec(parameter) ?? [];
  const token = `--${namespace}${plain === '' ? '' : `-${plain}`}`;
  if (namespace === 'text') return sized(plain, token, share, theme);
  if (namespace === 'color') return written(utility, theme.get(token), 'color:', share);
  if (share !== '') return undefined;
  if (namespace !== 'spacing') return written(utility, theme.get(token));
  return plain === '' ? undefined : written(utility, theme.get(token) ?? multiple(plain, theme));
};

/** Inside brackets `_` means a space, except in URLs. */
const written = (utility: string, value: string | undefined, kind = '', share = ''): Themed | undefined => {
  if (value === undefined) return undefined;
  const text = value.includes('url(') ? value : value.replaceAll('_', '\\_');
  return { name: `${utility}-[${kind}${text}]${share}` };
};

/** Numbers are multiples of `--spacing`, such as `0.2rem`. */
const multiple = (times: string, theme: Theme): string | undefined => {
  const [, amount, unit] = /^([\d.]+)([a-z]+)$/.exec(theme.get('--spacing') ?? '') ?? [];
  return amount !== undefined && /^\d+(?:\.\d+)?$/.test(times) ? `${Number(amount) * Number(times)}${unit}` : undefined;
};

/** A text size sets its line height, unless the class sets another: `text-hero/none`. */
const sized = (plain: string, token: string, line: string, theme: Theme): Themed | undefined => {
  const fontSize = theme.get(token);
  if (fontSize === undefined) return undefined;
  const [usual, usualLine] = getOwn(textSizes, plain) ?? [];
  const ratio = usual !== undefined && usualLine !== undefined ? usualLine / usual : undefined;
  const declarations = {
    fontSize,
    lineHeight: line === '' ? (theme.get(`${token}--line-height`) ?? ratio) : getLeading(line.slice(1)),
    letterSpacing: theme.get(`${token}--letter-spacing`),
    fontWeight: theme.get(`${token}--font-weight`),
  };
  return {
    style: Object.fromEntries(
      Object.entries(declarations).filter((one): one is [string, string | number] => one[1] !== undefined),
    ),
  };
};
