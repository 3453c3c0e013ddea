import type { Resolved } from '../styles/resolve.ts';
import { rewriteCssUrls } from '../vnode/css-urls.ts';
import type { VElement, VNode } from '../vnode/vnode.ts';
import { walk } from '../walk.ts';

/** Maximum cost. Nested references multiply. */
const maxCost = 1e6;

/** Milliseconds per megapixel of the image for each use; for `<use>` without the content that it repeats. */
const costs = { mask: 130, clipPath: 25, pattern: 12, use: 3 } as const;

const reference = /url\(\s*["']?#([^"')\s]+)/g;
const idsIn = (value: unknown): string[] => {
  if (typeof value !== 'string' || !value.includes('#')) return [];
  const css = value.includes('\\') ? rewriteCssUrls(value, () => '') : value;
  return Array.from(css.matchAll(reference), ([, id = '']) => id);
};

/** Returns the ids that an element names: by `url(#id)` in attributes and style, and as what it repeats. */
export const getReferences = ({ element: { type, props }, specified }: Resolved): string[] => {
  const [, target] = /^\s*#(.+)$/.exec(String(props.href ?? props.xlinkHref ?? props['xlink:href'] ?? '')) ?? [];
  const repeats = (type === 'use' || type === 'pattern') && target !== undefined ? [target.trim()] : [];
  return [...[...Object.values(props), ...Object.values(specified)].flatMap(idsIn), ...repeats];
};

/** Elements whose content is rendered only if referenced. */
const definitions = new Set(['defs', 'symbol', 'mask', 'clipPath', 'pattern', 'marker']);

/**
 * Estimates the cost of masks, clip paths, patterns and repeated elements in a tree's SVG, in milliseconds per
 * megapixel. Nested references count each time. At most a million, which is also the cost of circular references.
 */
export const estimateUseCost = (root: Resolved): number => {
  const byId = new Map<string, VElement>();
  const references = new Map<VElement, readonly string[]>();
  for (const resolved of walk(root, ({ children }) => children)) {
    const { element } = resolved;
    references.set(element, getReferences(resolved));
    const { id } = element.props;
    // The first element with an id is the target.
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, element);
  }
  const costByElement = new Map<VElement, number>();
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
    const found = costByElement.get(element);
    if (found !== undefined) return found;
    costByElement.set(element, maxCost);
    const cost = Math.min(maxCost, own(element) + beneath(element.children));
    costByElement.set(element, cost);
    return cost;
  };
  return Math.min(maxCost, beneath([root.element]));
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const usePatterns: Readonly<Record<'mask' | 'clipPath' | 'pattern', RegExp>> = {
  mask: /\bmask\s{0,9}[=:]\s{0,9}["']?\s{0,9}url\(/g,
  clipPath: /\bclip-path\s{0,9}[=:]\s{0,9}["']?\s{0,9}url\(/g,
  pattern: /\b(?:fill|stroke)\s{0,9}[=:]\s{0,9}["']?\s{0,9}url\(/g,
};

/** @param pattern with the flag `g`. */
export const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Estimates a lower bound of the same for SVG source, counting definitions with references as nested. */
export const estimateUseCostOfSource = (svg: string): number =>
  Math.min(
    maxCost,
    sum(
      (['mask', 'clipPath', 'pattern'] as const).map((type) => {
        const definitions = svg.split(`<${type}`).slice(1);
        const uses = countMatches(svg, usePatterns[type]);
        if (definitions.length === 0 || uses === 0) return 0;
        const isNested = definitions.some(
          (text) => countMatches(text.split(`</${type}`, 1)[0] ?? '', usePatterns[type]) > 0,
        );
        const times = isNested ? Math.max(uses, (uses / definitions.length) ** definitions.length) : uses;
        return Math.min(maxCost, times * costs[type]);
      }),
    ),
  );
