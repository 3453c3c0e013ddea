import { imageSourcesOf } from '../vnode/remote-images.ts';
import type { VElement, VNode } from '../vnode/vnode.ts';
import { bytesOfDataUri } from './images/data-uri.ts';
import type { RenderOptions } from './render-options.ts';

/**
 * Processor time of a first drawing, measured on a busy 2-core machine with pictures of up to 2,000 nodes, 8,000 characters,
 * blurs of 10 to 200 px and 4,096 px a side: right within a third for what honest pictures are made of.
 */
export const msPer = {
  element: 0.1,
  text: 0.2,
  character: 0.025,
  blurredMegapixel: 140,
  /** Of the picture, however little there is on it. */
  megapixel: 30,
  /** For each element drawn on a bitmap of its own and then composited: opacity, blending, masks. */
  layeredMegapixel: 6,
  turbulentMegapixel: 480,
  /** Of an embedded picture. */
  kilobyte: 0.3,
} as const;

/** How far a blur reaches on both sides together, in its radii: that of a filter is twice that of a shadow. */
const reach = { filter: 6, shadow: 3 } as const;

/** Offsets and radius of a shadow. A number begins where no digit stands before it, so that each is read once. */
const shadow = /(?<![\d.])-?[\d.]+(?:px)?\s+-?[\d.]+(?:px)?\s+([\d.]+)(?:px)?/g;
const blur = /blur\(\s*([\d.]+)/g;

/** The largest number a pattern finds; what is no number (`1.2.3`) counts as 0. */
const largest = (texts: readonly unknown[], pattern: RegExp): number => {
  let most = 0;
  for (const text of texts)
    for (const [, radius] of String(text).matchAll(pattern)) if (Number(radius) > most) most = Number(radius);
  return most;
};

/** How much wider and taller than an element its largest blur is, in CSS pixels; 0 without one. */
export const blurReach = ({ props: { style } }: VElement): number => {
  if (typeof style !== 'object' || style === null || Array.isArray(style)) return 0;
  const shadows = largest([style.boxShadow, style.textShadow], shadow);
  return Math.max(shadows * reach.shadow, largest([style.filter], blur) * reach.filter);
};

/** @param px what `blurReach` says. */
export const blurCost = ({ props: { style } }: VElement, px: number, width: number, height: number): number => {
  const { width: own, height: tall } = style as Record<string, unknown>;
  const side = (given: unknown, whole: number) =>
    Math.max(0, Math.min(2 * whole, (typeof given === 'number' ? given : whole / 2) + px));
  return ((side(own, width) * side(tall, height)) / 1e6) * msPer.blurredMegapixel;
};

/** What a picture may cost, and what most of it is for. */
export interface CostEstimate {
  readonly ms: number;
  readonly mostly: string;
}

const layered = ['opacity', 'mixBlendMode', 'mask', 'maskImage', 'WebkitMask', 'WebkitMaskImage', 'clipPath', 'filter'];

const isLayered = ({ props: { style } }: VElement): boolean =>
  typeof style === 'object' && style !== null && !Array.isArray(style) && layered.some((name) => name in style);

/** What SVG calls the filters that take long, and layers. */
const inSvg = {
  turbulence: /<feTurbulence\b/g,
  blurs: /<fe(?:GaussianBlur|DropShadow)\b/g,
  layers: /<(?:mask|filter)\b/g,
};

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Estimates what drawing a tree takes, without laying it out: where a size is not known, it assumes that of the whole picture.
 * Good enough to find pictures that cost far more than a card.
 */
export const estimateCost = (
  tree: VElement,
  { width, height, devicePixelRatio }: Pick<RenderOptions, 'width' | 'height' | 'devicePixelRatio'>,
): CostEstimate => {
  const scale = devicePixelRatio ** 2;
  const megapixels = (width * height * scale) / 1e6;
  const ms = { size: megapixels * msPer.megapixel, content: 0, blurs: 0, layers: 0, turbulence: 0, pictures: 0 };
  const visit = (node: VNode) => {
    if (typeof node === 'string') {
      ms.content += msPer.text + node.length * msPer.character;
      return;
    }
    ms.content += msPer.element;
    const px = blurReach(node);
    if (px > 0) ms.blurs += blurCost(node, px, width, height) * scale;
    if (isLayered(node)) ms.layers += megapixels * msPer.layeredMegapixel;
    if (node.type === 'feTurbulence') ms.turbulence += megapixels * msPer.turbulentMegapixel;
    if (node.type === 'feGaussianBlur') ms.blurs += megapixels * msPer.blurredMegapixel;
    for (const child of node.children) visit(child);
  };
  visit(tree);
  for (const source of imageSourcesOf(tree)) {
    const bytes = bytesOfDataUri(source);
    if (!bytes) continue;
    ms.pictures += (bytes.length / 1_000) * msPer.kilobyte;
    const text = Buffer.from(bytes).toString('latin1');
    ms.turbulence += occurrences(text, inSvg.turbulence) * megapixels * msPer.turbulentMegapixel;
    ms.blurs += occurrences(text, inSvg.blurs) * megapixels * msPer.blurredMegapixel;
    ms.layers += occurrences(text, inSvg.layers) * megapixels * msPer.layeredMegapixel;
  }
  const [[most] = ['size']] = Object.entries(ms).toSorted(([, one], [, other]) => other - one);
  return { ms: Object.values(ms).reduce((sum, one) => sum + one, 0), mostly: named[most as keyof typeof named] };
};

const named = {
  size: 'its size',
  content: 'its elements and texts',
  blurs: 'blurs and shadows',
  layers: 'translucent, blended or masked layers',
  turbulence: 'turbulence',
  pictures: 'the pictures embedded in it',
} as const;
