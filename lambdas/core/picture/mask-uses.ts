import { elementsOf, type VElement, type VNode } from '../vnode/vnode.ts';

/** More than any picture is drawn with; nested masks multiply. */
const most = 1e6;

const reference = /url\(\s*["']?#([^"')\s]+)/g;
const idsIn = (value: unknown): string[] =>
  typeof value === 'string' ? Array.from(value.matchAll(reference), ([, id = '']) => id) : [];

/** Masks that an element names for itself. */
const masksOf = ({ props: { mask, style } }: VElement): string[] => {
  const own = typeof style === 'object' && style !== null && !Array.isArray(style) ? style : {};
  return [mask, own.mask, own.maskImage].flatMap(idsIn);
};

/** Masks named beneath some nodes, apart from those that stand in masks of their own. */
const masksBeneath = (nodes: readonly VNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string' || node.type === 'mask') return [];
    return [...masksOf(node), ...masksBeneath(node.children)];
  });

/**
 * How often a tree's SVG masks are drawn: a mask whose content is masked again draws that one each time too. At most a million; a mask that
 * names itself counts as that many.
 */
export const maskUses = (tree: VElement): number => {
  const inside = new Map<string, readonly string[]>();
  for (const element of elementsOf(tree)) {
    const { type, props, children } = element;
    // the first of an id is the one that is meant
    if (type === 'mask' && typeof props.id === 'string' && !inside.has(props.id))
      inside.set(props.id, [...masksOf(element), ...masksBeneath(children)]);
  }
  const known = new Map<string, number>();
  const usesOf = (id: string): number => {
    const found = known.get(id);
    if (found !== undefined) return found;
    known.set(id, most);
    const uses = Math.min(most, 1 + sum((inside.get(id) ?? []).map(usesOf)));
    known.set(id, uses);
    return uses;
  };
  return Math.min(
    most,
    sum(
      masksBeneath([tree])
        .filter((id) => inside.has(id))
        .map(usesOf),
    ),
  );
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The same of SVG as text, at least: as if its masks stood in one another. */
export const maskUsesInText = (svg: string): number => {
  const masks = svg.match(/<mask\b/g)?.length ?? 0;
  const uses = svg.match(/\bmask\s{0,9}[=:]\s{0,9}["']?\s{0,9}url\(/g)?.length ?? 0;
  if (masks === 0 || uses === 0) return 0;
  return Math.min(most, Math.max(uses, (uses / masks) ** masks));
};
