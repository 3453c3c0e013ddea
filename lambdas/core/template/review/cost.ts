import type { VElement, VNode } from '../../vnode/vnode.ts';
import type { Position } from '../check/diagnostics.ts';
import { placeProperty, positionOfPlace } from '../source/places.ts';
import type { Finding, ReviewRequest } from './reviewed.ts';

/** What a picture may cost before its author is told, in milliseconds of one core. */
const budgetMs = 500;
/**
 * Processor time of a first drawing, measured on a busy 2-core machine with pictures of up to 2,000 nodes, 8,000 characters and
 * blurs of 10 to 200 px: right within a third, which is enough for a warning.
 */
const msPerElement = 0.1;
const msPerText = 0.2;
const msPerCharacter = 0.025;
const msPerBlurredMegapixel = 140;
/** How far a blur reaches on both sides together, in its radii: that of a filter is twice that of a shadow. */
const reach = { filter: 6, shadow: 3 } as const;

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
  const counts = { elements: 0, texts: 0, characters: 0 };
  const blurs: Cost[] = [];
  const visit = (node: VNode, around: Position) => {
    if (typeof node === 'string') {
      counts.texts += 1;
      counts.characters += node.length;
      return;
    }
    counts.elements += 1;
    const at = positionOfPlace(node.props[placeProperty]) ?? around;
    const px = blurReach(node);
    if (px > 0) blurs.push({ ms: blurCost(node, px, width, height), what: 'blurs and shadows', at });
    for (const child of node.children) visit(child, at);
  };
  const start = positionOfPlace(tree.props[placeProperty]) ?? componentAt;
  visit(tree, start);
  const blurred = Object.values(Object.groupBy(blurs, ({ what }) => what)).flatMap((group = []) => {
    const [first] = group.toSorted((one, other) => other.ms - one.ms);
    return first ? [{ ...first, ms: group.reduce((sum, { ms }) => sum + ms, 0) }] : [];
  });
  return [
    {
      ms: counts.elements * msPerElement + counts.texts * msPerText,
      what: `its ${counts.elements + counts.texts} elements and texts`,
      at: start,
    },
    { ms: counts.characters * msPerCharacter, what: `its ${counts.characters} characters`, at: start },
    ...blurred,
  ];
};

/** How much wider and taller than an element its largest blur is, in CSS pixels; 0 without one. */
const blurReach = ({ props: { style } }: VElement): number => {
  if (typeof style !== 'object' || style === null || Array.isArray(style)) return 0;
  const shadows = [style.boxShadow, style.textShadow].flatMap((text) => String(text).split(',').map(shadowBlur));
  const filters = [...String(style.filter).matchAll(/blur\(\s*([\d.]+)/g)].map(([, radius]) => Number(radius));
  return Math.max(largest(shadows) * reach.shadow, largest(filters) * reach.filter);
};

/** The third length of a shadow, in pixels. */
const shadowBlur = (shadow: string): number => {
  const words = shadow.trim().split(/\s+/);
  const first = words.findIndex((_word, at) => words.slice(at, at + 3).filter(isPixels).length === 3);
  return first < 0 ? 0 : Number.parseFloat(words[first + 2] as string);
};
const isPixels = (word: string): boolean => /^-?[\d.]+(?:px)?$/.test(word);

/** Of any number of values: a style may hold more than a call takes arguments. What is no number does not count. */
const largest = (values: readonly number[]): number => values.reduce((most, value) => (value > most ? value : most), 0);

const blurCost = ({ props: { style } }: VElement, px: number, width: number, height: number): number => {
  const { width: own, height: tall } = style as Record<string, unknown>;
  const side = (given: unknown, whole: number) =>
    Math.min(2 * whole, (typeof given === 'number' ? given : whole / 2) + px);
  return ((side(own, width) * side(tall, height)) / 1e6) * msPerBlurredMegapixel;
};
