import sharp from 'sharp';
import type { VNode } from '../../lambdas/core/vnode/vnode.ts';
import type { GoldenCase } from '../golden/case.ts';
import { drawCase, pixelsOf } from '../golden/draw-case.ts';
import { agreement, blockDifferences } from './blocks.ts';
import type { Browser } from './chromium.ts';

export interface Comparison {
  readonly name: string;
  /** Share of blocks that agree, 0 to 1. */
  readonly agreement: number;
  readonly ours: Buffer;
  readonly theirs: Buffer;
}

/** Whether a browser can draw the case at all: it has no `fit`. */
export const isForBrowsers = ({ tree }: GoldenCase): boolean => !hasFit(tree);

const hasFit = (node: VNode): boolean =>
  typeof node !== 'string' && (node.props.fit !== undefined || node.children.some(hasFit));

/** Draws a case with both engines, without the losses of an encoder. */
export const compare = async (golden: GoldenCase, browser: Browser): Promise<Comparison> => {
  const { quality: _quality, ...options } = golden.options ?? {};
  const lossless: GoldenCase = { ...golden, options: { ...options, format: 'png' } };
  const [{ bytes }, theirs] = [await drawCase(lossless), await browser.draw(lossless)];
  const ours = Buffer.from(bytes);
  const differences = blockDifferences(await pixelsOf(ours), await pixelsOf(theirs));
  return { name: golden.name, agreement: agreement(differences), ours, theirs };
};

/** Both pictures side by side, ours left, as a small WebP. */
export const sideBySide = async ({ ours, theirs }: Comparison): Promise<Buffer> => {
  const shrink = (png: Buffer) => sharp(png).flatten({ background: 'white' }).resize({ width: 440 }).png().toBuffer();
  const [left, right] = [await shrink(ours), await shrink(theirs)];
  const { width = 0, height = 0 } = await sharp(left).metadata();
  return sharp({ create: { width: width * 2 + 8, height, channels: 3, background: '#64748b' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: width + 8, top: 0 },
    ])
    .webp({ quality: 70, effort: 6 })
    .toBuffer();
};
