import type { VNode } from '../../vnode/vnode.ts';
import { palette } from './colours.ts';
import { containers } from './lengths.ts';
import { perspectives } from './parametric.ts';
import type { Theme } from './theme.ts';
import {
  blurs,
  dropShadows,
  families,
  insetShadows,
  leadings,
  radii,
  shadows,
  textShadows,
  textSizes,
  trackings,
  weights,
} from './type.ts';
import { breakpoints } from './variants.ts';

const inPixels = (lengths: Readonly<Record<string, number>>) =>
  Object.entries(lengths).map(([name, length]): [string, string] => [name, `${length}px`]);

/** Returns tokens of a namespace. Names that Tailwind keeps from its version 3 are none. */
const named = (namespace: string, values: readonly (readonly [string, string | number])[]): [string, string][] =>
  values
    .filter(([name]) => !/^(?:|none|full|inner)$/.test(name))
    .map(([name, value]) => [`--${namespace}-${name}`, String(value)]);

/** Custom properties of Tailwind 4 by name, whose values are those of its utilities. */
export const defaultTheme: Theme = new Map([
  ['--spacing', '4px'],
  ['--aspect-video', '16 / 9'],
  ...named(
    'color',
    [...palette].filter(([, colour]) => colour.startsWith('#')),
  ),
  ...named('container', inPixels(containers)),
  ...named('breakpoint', inPixels(breakpoints)),
  ...Object.entries(textSizes).flatMap(([name, [size, line]]): [string, string][] => [
    [`--text-${name}`, `${size}px`],
    [`--text-${name}--line-height`, String(line / size)],
  ]),
  ...named('font', Object.entries(families)),
  ...named('font-weight', Object.entries(weights)),
  ...named('tracking', Object.entries(trackings)),
  ...named('leading', Object.entries(leadings)),
  ...named('radius', inPixels(radii)),
  ...named('shadow', Object.entries(shadows)),
  ...named('inset-shadow', Object.entries(insetShadows)),
  ...named('drop-shadow', Object.entries(dropShadows)),
  ...named('text-shadow', Object.entries(textShadows)),
  ...named('blur', inPixels(blurs)),
  ...named('perspective', inPixels(perspectives)),
]);

/** A custom property, and whether it is declared there: `--brand: red`, `{"--brand":"red"}`, `@property --brand`. */
const mention = /(@property\s+)?(--[\w-]+)(\\?"?\s*:)?/g;

/** Custom properties of a tree, wherever they are. */
export interface TreeVariables {
  readonly used: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

const getTreeVariables = (tree: VNode): TreeVariables => {
  const text = JSON.stringify(tree);
  const [used, declared] = [new Set<string>(), new Set<string>()];
  if (!text.includes('--')) return { used, declared };
  for (const [, rule, name = '', colon] of text.matchAll(mention))
    (rule === undefined && colon === undefined ? used : declared).add(name);
  return { used, declared };
};

/** Returns the tokens of Tailwind that a tree names and does not declare itself. */
export const getDefaultVariables = (tree: VNode): Record<string, string> => {
  const { used, declared } = getTreeVariables(tree);
  return Object.fromEntries(
    [...used].flatMap((name): [string, string][] => {
      const value = declared.has(name) ? undefined : defaultTheme.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
};
