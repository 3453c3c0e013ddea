import type { VElement, VNode } from '../../vnode/vnode.ts';
import type { Position } from '../diagnostics.ts';
import { placeProperty, positionOfPlace } from '../places.ts';
import type { Finding, ReviewRequest } from './reviewed.ts';

/** What a picture may cost before its author is told, in milliseconds of one core. */
const budgetMs = 500;
/** Rough estimates, for a warning and nothing else: laying out a text and a character of it, and blurring a million pixels. */
const msPerNode = 0.3;
const msPerCharacter = 0.03;
const msPerBlurredMegapixel = 60;

interface Cost {
  readonly ms: number;
  readonly what: string;
  readonly at: Position;
}

/** A warning when a picture will take long to draw, naming what takes longest. */
export const reviewCost = (request: ReviewRequest): Finding[] => {
  const costs = costsOf(request);
  const total = costs.reduce((sum, { ms }) => sum + ms, 0);
  const [largest] = costs.toSorted((one, other) => other.ms - one.ms);
  if (total <= budgetMs || !largest) return [];
  const message = `This picture takes about ${roundedSeconds(total)} s to draw, mostly for ${largest.what}; pictures should stay under ${budgetMs / 1000} s.`;
  return [{ ...largest.at, code: 'cost', message }];
};

const roundedSeconds = (ms: number): string => (ms / 1000).toFixed(1);

const costsOf = ({ tree, width, height, componentAt }: ReviewRequest): Cost[] => {
  const counts = { nodes: 0, characters: 0 };
  const blurs: Cost[] = [];
  const visit = (node: VNode, around: Position) => {
    counts.nodes += 1;
    if (typeof node === 'string') {
      counts.characters += node.length;
      return;
    }
    const at = positionOfPlace(node.props[placeProperty]) ?? around;
    const radius = blurOf(node);
    if (radius > 0) blurs.push({ ms: blurCost(node, radius, width, height), what: 'blurs and shadows', at });
    for (const child of node.children) visit(child, at);
  };
  const start = positionOfPlace(tree.props[placeProperty]) ?? componentAt;
  visit(tree, start);
  const blurred = Object.values(Object.groupBy(blurs, ({ what }) => what)).flatMap((group = []) => {
    const [first] = group.toSorted((one, other) => other.ms - one.ms);
    return first ? [{ ...first, ms: group.reduce((sum, { ms }) => sum + ms, 0) }] : [];
  });
  return [
    { ms: counts.nodes * msPerNode, what: `its ${counts.nodes} elements and texts`, at: start },
    { ms: counts.characters * msPerCharacter, what: `its ${counts.characters} characters`, at: start },
    ...blurred,
  ];
};

/** Largest blur of an element in CSS pixels; none where only small ones are, which cost nothing to speak of. */
const blurOf = ({ props: { style } }: VElement): number => {
  if (typeof style !== 'object' || style === null || Array.isArray(style)) return 0;
  const shadows = [style.boxShadow, style.textShadow]
    .map(String)
    .flatMap((text) => [...text.matchAll(/-?[\d.]+(?:px)?\s+-?[\d.]+(?:px)?\s+([\d.]+)(?:px)?/g)]);
  const filters = [...String(style.filter).matchAll(/blur\(\s*([\d.]+)/g)];
  return Math.max(0, ...[...shadows, ...filters].map(([, radius]) => Number(radius)));
};

const blurCost = ({ props: { style } }: VElement, radius: number, width: number, height: number): number => {
  const { width: own, height: tall } = style as Record<string, unknown>;
  const side = (given: unknown, whole: number) =>
    Math.min(2 * whole, (typeof given === 'number' ? given : whole / 2) + 3 * radius);
  return ((side(own, width) * side(tall, height)) / 1e6) * msPerBlurredMegapixel;
};
