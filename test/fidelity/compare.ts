import sharp from 'sharp';
import type { EngineName } from '../../lambdas/contract/engine-names.ts';
import type { VNode } from '../../lambdas/core/vnode/vnode.ts';
import type { GoldenCase } from '../golden/case.ts';
import { drawCase, pixelsOf } from '../golden/draw-case.ts';
import { agreement, blockDifferences, ofContent } from './blocks.ts';
import type { Browser } from './chromium.ts';

export interface Comparison {
  readonly engine: EngineName;
  readonly name: string;
  /** Share of blocks that agree, 0 to 1. */
  readonly agreement: number;
  /** The same of blocks in which one of the two shows something. */
  readonly contentAgreement: number;
  readonly ours: Buffer;
  readonly theirs: Buffer;
}

/** Whether a browser can draw the case at all: it has no `fit`. */
export const isForBrowsers = ({ tree }: GoldenCase): boolean => !hasFit(tree);

const hasFit = (node: VNode): boolean =>
  typeof node !== 'string' && (node.props.fit !== undefined || node.children.some(hasFit));

/** Draws a case with an engine and with a browser, without the losses of an encoder. */
export const compare = async (golden: GoldenCase, engine: EngineName, browser: Browser): Promise<Comparison> => {
  const { quality: _quality, ...options } = golden.options ?? {};
  const lossless: GoldenCase = { ...golden, options: { ...options, format: 'png' } };
  const [{ bytes }, theirs] = [await drawCase(lossless, engine), await browser.draw(lossless)];
  const ours = Buffer.from(bytes);
  const [own, other] = [await pixelsOf(ours), await pixelsOf(theirs)];
  const differences = blockDifferences(own, other);
  const contentAgreement = agreement(ofContent(differences, own, other));
  return { engine, name: golden.name, agreement: agreement(differences), contentAgreement, ours, theirs };
};

const gapPx = 8;

/** Some pictures of one case side by side, as a small WebP. */
export const sideBySide = async (pictures: readonly Buffer[]): Promise<Buffer> => {
  const shrink = (png: Buffer) => sharp(png).flatten({ background: 'white' }).resize({ width: 360 }).png().toBuffer();
  const shrunk = await Promise.all(pictures.map(shrink));
  const { width = 0, height = 0 } = await sharp(shrunk[0]).metadata();
  const step = width + gapPx;
  return sharp({ create: { width: step * shrunk.length - gapPx, height, channels: 3, background: '#64748b' } })
    .composite(shrunk.map((input, index) => ({ input, left: index * step, top: 0 })))
    .webp({ quality: 70, effort: 6 })
    .toBuffer();
};
