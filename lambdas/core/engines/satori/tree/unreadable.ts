import type { Json } from '../../../../contract/schemas/mint.ts';
import type { IsLeftOut } from '../../../picture/tree/normalise-style.ts';
import { prepareTree } from '../../../picture/tree/prepare-tree.ts';
import { treeLimits } from '../../../vnode/limits.ts';
import type { VElement, VNode } from '../../../vnode/vnode.ts';

/** A declaration as its author wrote it, in a style, a utility class or a sheet. */
export interface Declaration {
  readonly property: string;
  readonly value: string | number;
}

/** One text for each declaration. */
export const writtenOut = ({ property, value }: Declaration): string => `${property}: ${value}`;

/** Bound on layouts: enough to find a few bad declarations among thousands. */
const triesAtMost = 500;
/** Declarations tried at most, two elements each. */
const trialsAtMost = treeLimits.nodes / 2;

/**
 * The declarations that cannot be laid out: a browser passes over what it cannot read, where satori 0.63 throws. They
 * are tried on elements of their own, all in one layout, then by halves. Where a declaration fails because of the value of a
 * custom property, the custom property is the one reported.
 *
 * @param width of the picture in CSS pixels.
 * @param isFailing lays a tree out.
 * @returns none where the fault lies with something else, is not found within 500 layouts, or is looked for among too many.
 */
export const unreadableIn = async (
  tree: VElement,
  width: number,
  isFailing: (tree: VElement) => Promise<boolean>,
): Promise<Declaration[]> => {
  const declarations = declarationsOf(tree, width);
  const customs = declarations.filter(isCustom);
  const others = declarations.filter((declaration) => !isCustom(declaration));
  const referring = others.flatMap((declaration) =>
    customs.filter(({ property }) => refersTo(declaration, property)).map((custom) => [custom, declaration]),
  );
  let tries = 0;
  const failingAmong = async (trials: readonly Trial[], inherited: readonly Declaration[]): Promise<Trial[]> => {
    if (trials.length === 0 || trials.length > trialsAtMost || tries === triesAtMost) return [];
    tries += 1;
    if (!(await isFailing(trialTree(trials, inherited)))) return [];
    if (trials.length === 1) return [...trials];
    const half = trials.length >> 1;
    return [
      ...(await failingAmong(trials.slice(0, half), inherited)),
      ...(await failingAmong(trials.slice(half), inherited)),
    ];
  };

  const eachAlone = others.map((declaration): Trial => [declaration]);
  const alone = (await failingAmong(eachAlone, [])).flat();
  const meant = referring.filter(([, declaration]) => declaration && !alone.includes(declaration));
  const byCustom = (await failingAmong(meant, customs)).flatMap(([custom]) => custom ?? []);
  return tries === triesAtMost ? [] : [...alone, ...new Set(byCustom)];
};

/** What is said together of one element. */
type Trial = readonly Declaration[];

const isCustom = ({ property }: Declaration) => property.startsWith('--');

const refersTo = ({ value }: Declaration, custom: string): boolean =>
  typeof value === 'string' && value.includes('var(') && value.includes(custom);

const declarationsOf = (tree: VElement, width: number): Declaration[] => {
  const found = new Map<string, Declaration>();
  const isLeftOut: IsLeftOut = (property, value) => {
    const declaration = { property, value };
    found.set(writtenOut(declaration), declaration);
    return false;
  };
  prepareTree(tree, { width, pictureFor: (source) => source, isLeftOut });
  return [...found.values()];
};

const trialTree = (trials: readonly Trial[], inherited: readonly Declaration[]): VElement =>
  box({ display: 'flex', ...styleOf(inherited) }, ...trials.flatMap((trial) => boxesWith(styleOf(trial))));

/** Some declarations only take effect on text, others only on children. */
const boxesWith = (style: Readonly<Record<string, Json>>): VElement[] => [
  box(style, 'a'),
  box(style, 'a', { type: 'span', props: {}, children: ['b'] }),
];

const styleOf = (declarations: readonly Declaration[]) =>
  Object.fromEntries(declarations.map(({ property, value }) => [property, value]));

const box = (style: Readonly<Record<string, Json>>, ...children: VNode[]): VElement => ({
  type: 'div',
  props: { style },
  children,
});
