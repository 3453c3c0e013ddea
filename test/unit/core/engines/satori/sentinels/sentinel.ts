import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import { type Corrections, corrections } from '../../../../../../lambdas/core/engines/satori/corrections.ts';
import type { Layout } from '../../../../../../lambdas/core/engines/satori/layout.ts';
import type { Box } from '../../../../../../lambdas/core/picture/boxes.ts';
import { writeXml } from '../../../../../../lambdas/core/picture/svg/xml.ts';
import type { VElement } from '../../../../../../lambdas/core/vnode/vnode.ts';
import { layOutWith } from '../../../../../support/layout.ts';

/** A tree that a fault of satori or resvg spoils. */
export interface Sentinel {
  /** What the library does wrong. */
  readonly fault: string;
  readonly tree: VElement;
  /** Whether it is drawn as a browser draws it. */
  readonly isRight: (drawn: Drawn) => boolean | Promise<boolean>;
}

/** What came of a tree in a picture of 200 x 100. */
export interface Drawn {
  /** In the order of the document; empty where the layout throws. */
  readonly boxes: readonly Box[];
  /** The document as text; empty where the layout throws. */
  readonly svg: string;
  /** Red, green, blue and alpha of a pixel, as resvg draws it. */
  readonly pixelAt: (x: number, y: number) => Promise<readonly number[]>;
  /** How many pixels are not empty. */
  readonly ink: () => Promise<number>;
}

const size = { width: 200, height: 100 };

const drawnBy = async (tree: VElement, chosen: Corrections): Promise<Drawn> => {
  const layOut = layOutWith(chosen);
  let layout: Layout | undefined;
  try {
    layout = await layOut({ tree, ...size, devicePixelRatio: 1, images: {}, watch: () => {} });
  } catch {
    // a layout that throws is drawn wrongly
  }
  const svg = layout ? writeXml(layout.document) : '';
  const pixels = async () =>
    layout && new Resvg(await layout.fill(svg), { font: { loadSystemFonts: false } }).render().pixels;
  return {
    boxes: [...(layout?.boxes.values() ?? [])],
    svg,
    pixelAt: async (x, y) => [
      ...((await pixels())?.subarray((y * size.width + x) * 4, (y * size.width + x + 1) * 4) ?? []),
    ],
    ink: async () => (await pixels())?.filter((value, at) => at % 4 === 3 && value > 0).length ?? 0,
  };
};

const without = (name: string): Corrections => {
  const others = <C extends { readonly name: string }>(list: readonly C[]) => list.filter((one) => one.name !== name);
  const { tree, text, boxes, drawn, document } = corrections;
  return {
    tree: others(tree),
    text: others(text),
    boxes: others(boxes),
    drawn: others(drawn),
    document: others(document),
  };
};

/** Tests that a correction mends a fault, and that the fault is still there. */
export const keepWatch = (correction: string, { fault, tree, isRight }: Sentinel): void =>
  it(`${correction} is needed: ${fault}`, async () => {
    const corrected = await isRight(await drawnBy(tree, corrections));
    const uncorrected = await isRight(await drawnBy(tree, without(correction)));

    expect(corrected, 'the correction mends it').toBe(true);
    expect(uncorrected, `upstream has mended this: remove the correction, or this part of it (${correction})`).toBe(
      false,
    );
  });
