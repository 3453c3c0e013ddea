import sharp from 'sharp';
import type { EngineName } from '#engine/engine-names.ts';
import type { VNode } from '#engine/vnode/vnode.ts';
import type { GoldenCase } from '../golden/case.ts';
import { getPixels, renderCase } from '../golden/render-case.ts';
import { agreement, blockDifferences, ofContent, type Pixels } from './blocks.ts';
import type { Browser } from './chromium.ts';

/** Shares of blocks that agree, 0 to 1. */
export interface Shares {
  readonly all: number;
  /** Of the blocks in which one of the two shows something. */
  readonly content: number;
}

/** A case as an engine renders it, or a browser. */
export interface Rendered {
  readonly png: Buffer;
  readonly pixels: Pixels;
}

/** Whether a browser can render the case at all: it has no `fit`. */
export const isForBrowsers = ({ tree }: GoldenCase): boolean => !hasFit(tree);

const hasFit = (node: VNode): boolean =>
  typeof node !== 'string' && (node.props.fit !== undefined || node.children.some(hasFit));

/** What a case is without the losses of an encoder. */
const getLossless = (golden: GoldenCase): GoldenCase => {
  const { quality: _quality, ...options } = golden.options ?? {};
  return { ...golden, options: { ...options, format: 'png' } };
};

const rendered = async (png: Buffer): Promise<Rendered> => ({ png, pixels: await getPixels(png) });

export const renderByEngine = async (golden: GoldenCase, engine: EngineName): Promise<Rendered> =>
  rendered(Buffer.from((await renderCase(getLossless(golden), engine)).bytes));

export const renderByBrowser = async (golden: GoldenCase, browser: Browser): Promise<Rendered> =>
  rendered(await browser.render(getLossless(golden)));

export const getShares = ({ pixels: own }: Rendered, { pixels: other }: Rendered): Shares => {
  const differences = blockDifferences(own, other);
  return { all: agreement(differences), content: agreement(ofContent(differences, own, other)) };
};

const gapPx = 8;

/** Some images of one case side by side, as a small WebP. */
export const sideBySide = async (images: readonly Buffer[]): Promise<Buffer> => {
  const shrink = (png: Buffer) => sharp(png).flatten({ background: 'white' }).resize({ width: 360 }).png().toBuffer();
  const shrunk = await Promise.all(images.map(shrink));
  const { width = 0, height = 0 } = await sharp(shrunk[0]).metadata();
  const step = width + gapPx;
  return sharp({ create: { width: step * shrunk.length - gapPx, height, channels: 3, background: '#64748b' } })
    .composite(shrunk.map((input, index) => ({ input, left: index * step, top: 0 })))
    .webp({ quality: 70, effort: 6 })
    .toBuffer();
};
