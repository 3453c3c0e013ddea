import type { MeasuredNode } from '@takumi-rs/core';
import type { Boxes, Size } from '../../rendering/boxes.ts';
import { EngineRejection, nativeFailure } from '../../rendering/engine-errors.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { Edges } from '../../styles/edges.ts';
import type { TreeImages } from './images.ts';
import { getDisplay, type Lines, toBoxes } from './measured-boxes.ts';
import type { DeclarationReader } from './readable.ts';
import type { TakumiFormat, TakumiNode, TakumiOptions, TakumiRenderer } from './takumi-call.ts';
import type { TakumiFonts } from './takumi-fonts.ts';
import { type WrittenNodes, writeNodes } from './tree/write-nodes.ts';

/** A tree can be rejected for its declarations and for its images. */
const unreadableKinds = 2;

/** What the trees of one image share. */
interface PageParts extends Size {
  /** Device pixels per CSS pixel. */
  readonly devicePixelRatio: number;
  readonly fonts: TakumiFonts;
  readonly keyframes: string;
  readonly images: TreeImages;
  readonly reader: DeclarationReader;
  readonly emoji: ReadonlyMap<string, string>;
  readonly root: Parameters<typeof writeNodes>[1]['root'];
}

/** takumi with all that it needs of one image besides the tree. */
export interface Page {
  /** Lays out a tree. */
  readonly measure: (tree: PreparedElement, lines: Lines) => Promise<Boxes>;
  /** @param around the canvas outside of the image, in CSS pixels. */
  readonly render: (tree: PreparedElement, format: TakumiFormat, around: Edges) => Promise<Buffer>;
}

/**
 * Returns functions that lay out and render trees. Declarations and images that takumi rejects are left out.
 *
 * @throws EngineRejection
 */
export const openPage = ({ width, height, devicePixelRatio, fonts, keyframes, ...parts }: PageParts): Page => {
  const { renderer, names, namesFor } = fonts;
  const { images, reader } = parts;
  const css = keyframes === '' ? [] : [keyframes];
  const write = (tree: PreparedElement) => writeNodes(tree, { ...parts, namesFor });
  const sizeAt = (scale: number) => ({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
  const settings = (scale: number): TakumiOptions => ({
    width: sizeAt(scale).width,
    devicePixelRatio: scale,
    images: images.all(),
    css,
    fontFamilies: names,
  });
  const retry = async <T>(tree: PreparedElement, call: (nodes: WrittenNodes) => Promise<T>): Promise<T> => {
    for (let retries = 0; ; retries += 1) {
      try {
        return await call(write(tree));
      } catch (error) {
        if (retries < unreadableKinds && reader.isCause(error)) await reader.tryEach(write(tree).root, renderer);
        else if (retries < unreadableKinds && images.isCause(error)) await images.tryEach(renderer);
        else throw new EngineRejection(error, nativeFailure);
      }
    }
  };
  return {
    measure: (tree, lines) =>
      retry(tree, async (nodes) =>
        toBoxes(nodes, await measureOnPage(renderer, nodes.root, { width, height }, settings(1)), lines),
      ),
    render: (tree, format, around) => {
      const { width: across, height: down } = sizeAt(devicePixelRatio);
      const page = { width: across / devicePixelRatio, height: down / devicePixelRatio };
      const canvas = Math.round((page.width + around.left + around.right) * devicePixelRatio);
      return retry(tree, ({ root }) =>
        // a retry has other images
        renderer.render(addMargins(toPage(root, page, 'visible'), page, around), {
          ...settings(devicePixelRatio),
          width: canvas,
          format,
        }),
      );
    },
  };
};

/**
 * Returns a tree in a box of the size of the image. takumi 2.16 cuts every text at the height of the image if it knows
 * that height, so that what follows a long text is rendered over it; it then excludes the margin of the root from its
 * box, too.
 *
 * @param overflow `hidden` to measure. Painted, it is a layer, which takes half of the time of a plain image.
 */
const toPage = (root: TakumiNode, { width, height }: Size, overflow: 'hidden' | 'visible'): TakumiNode => ({
  type: 'container',
  style: { display: 'block', position: 'relative', overflow, width, height },
  // Inline content has no box of its own.
  children: [getDisplay(root) === 'inline' ? { ...root, style: { ...root.style, display: 'block' } } : root],
});

/** Returns a page on a canvas with space around it. */
const addMargins = (page: TakumiNode, { width, height }: Size, { left, top, right, bottom }: Edges): TakumiNode =>
  Math.max(left, top, right, bottom) === 0
    ? page
    : {
        type: 'container',
        style: { display: 'block', width: left + width + right, height: top + height + bottom },
        children: [{ ...page, style: { ...page.style, position: 'absolute', left, top } }],
      };

const measureOnPage = async (renderer: TakumiRenderer, root: TakumiNode, size: Size, options: TakumiOptions) => {
  const { children } = await renderer.measure(toPage(root, size, 'hidden'), options);
  return children[0] as MeasuredNode;
};
