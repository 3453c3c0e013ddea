import { rewriteCssUrls } from '../vnode/css-urls.ts';
import { getElements, getStyle, type VElement, type VNode } from '../vnode/vnode.ts';

/** More than any image is rendered with; what is nested multiplies. */
const most = 1e6;

/** Milliseconds for each megapixel of the image, each time one of these is rendered; of a `<use>` whatever it repeats. */
const costs = { mask: 130, clipPath: 25, pattern: 12, use: 3 } as const;

const reference = /url\(\s*["']?#([^"')\s]+)/g;
const idsIn = (value: unknown): string[] => {
  if (typeof value !== 'string' || !value.includes('#')) return [];
  const css = value.includes('\\') ? rewriteCssUrls(value, () => '') : value;
  return Array.from(css.matchAll(reference), ([, id = '']) => id);
};

/** What an element refers to by itself. */
const getReferences = (element: VElement): string[] => {
  const { type, props } = element;
  const [, target] = /^\s*#(.+)$/.exec(String(props.href ?? props.xlinkHref ?? props['xlink:href'] ?? '')) ?? [];
  const repeats = (type === 'use' || type === 'pattern') && target !== undefined ? [target.trim()] : [];
  return [...[...Object.values(props), ...Object.values(getStyle(element))].flatMap(idsIn), ...repeats];
};

/** Elements whose content is rendered only where something refers to it. */
const definitions = new Set(['defs', 'symbol', 'mask', 'clipPath', 'pattern', 'marker']);

/**
 * Estimates what rendering the masks, clip paths, patterns and repeated elements of a tree's SVG costs: content that refers to
 * others again has those rendered each time too. At most a million; what refers to itself costs that much.
 */
export const useCost = (tree: VElement): number => {
  const byId = new Map<string, VElement>();
  const references = new Map<VElement, readonly string[]>();
  for (const element of getElements(tree)) {
    references.set(element, getReferences(element));
    const { id } = element.props;
    // the first of an id is the one that is meant
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, element);
  }
  const known = new Map<VElement, number>();
  const own = (element: VElement): number =>
    sum(
      (references.get(element) ?? []).map((id) => {
        const target = byId.get(id);
        if (!target) return 0;
        if (element.type === 'use') return costs.use + getContent(target);
        const isCounted = target.type === 'mask' || target.type === 'clipPath' || target.type === 'pattern';
        return isCounted ? costs[target.type as 'mask' | 'clipPath' | 'pattern'] + getContent(target) : 0;
      }),
    );
  const beneath = (nodes: readonly VNode[]): number =>
    sum(
      nodes.map((node) =>
        typeof node === 'string' || definitions.has(node.type) ? 0 : own(node) + beneath(node.children),
      ),
    );
  const getContent = (element: VElement): number => {
    const found = known.get(element);
    if (found !== undefined) return found;
    known.set(element, most);
    const cost = Math.min(most, own(element) + beneath(element.children));
    known.set(element, cost);
    return cost;
  };
  return Math.min(most, beneath([tree]));
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const getUses: Readonly<Record<'mask' | 'clipPath' | 'pattern', RegExp>> = {
  mask: /\bmask\s{0,9}[=:]\s{0,9}["']?\s{0,9}url\(/g,
  clipPath: /\bclip-path\s{0,9}[=:]\s{0,9}["']?\s{0,9}url\(/g,
  pattern: /\b(?:fill|stroke)\s{0,9}[=:]\s{0,9}["']?\s{0,9}url\(/g,
};

/** @param pattern with the flag `g`. */
export const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The same of SVG as text, at least: as if elements that refer to their like stood in one another. */
export const useCostOfText = (svg: string): number =>
  Math.min(
    most,
    sum(
      (['mask', 'clipPath', 'pattern'] as const).map((type) => {
        const definitions = svg.split(`<${type}`).slice(1);
        const uses = countMatches(svg, getUses[type]);
        if (definitions.length === 0 || uses === 0) return 0;
        const isNested = definitions.some(
          (text) => countMatches(text.split(`</${type}`, 1)[0] ?? '', getUses[type]) > 0,
        );
        const times = isNested ? Math.max(uses, (uses / definitions.length) ** definitions.length) : uses;
        return Math.min(most, times * costs[type]);
      }),
    ),
  );
