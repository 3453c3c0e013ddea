import type { Resvg } from '@resvg/resvg-js';
import type { Box } from '../../rendering/boxes.ts';
import { EngineDamage, EngineRejection, nativeFailure } from '../../rendering/engine-errors.ts';
import type { Pixels } from '../../rendering/pixels.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { NamedFont } from './satori-fonts.ts';
import type { element, SatoriNode } from './write-tree.ts';

export interface SatoriSettings {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly fonts: readonly NamedFont[];
  /** `data:` URIs of the emoji images, by grapheme. */
  readonly graphemeImages: Readonly<Record<string, string>>;
  /** Whether to write glyphs as paths; words are `<text>` elements if false. @default true */
  readonly embedFont?: false;
  readonly onNodeDetected?: (node: ReportedNode) => void;
}

interface ReportedNode extends Box {
  readonly props: { readonly [element]?: PreparedElement };
}

/** satori's function with this project's types. Its own types require React elements and mutable arrays. */
type Call = (tree: SatoriNode, options: object) => Promise<string>;

let loading: Promise<Call> | undefined;

/** Loads satori, which takes longer than loading the rest of this engine. */
const loadSatori = (): Promise<Call> => {
  loading ??= import('satori').then((loaded) => loaded.default as unknown as Call);
  return loading;
};

/**
 * Lays out a tree with the options that `@vercel/og` uses, and returns the SVG.
 *
 * @throws EngineRefusal; EngineDamage if the error comes from satori's WebAssembly, or from exhausted stack or memory:
 * satori's memory stays inconsistent for every later layout in this process.
 */
export const callSatori = async (tree: SatoriNode, settings: SatoriSettings): Promise<string> => {
  const call = await loadSatori();
  try {
    return await call(tree, settings);
  } catch (error) {
    const isDamage = error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
    throw isDamage ? new EngineDamage(error) : new EngineRejection(error);
  }
};

/**
 * Renders an SVG with resvg. resvg occasionally crashes the process.
 *
 * @param width of the image in device pixels.
 * @throws EngineRefusal
 */
export const rasterise = (Engine: typeof Resvg, svg: string, width: number): Pixels => {
  try {
    const image = new Engine(svg, {
      font: { loadSystemFonts: false },
      fitTo: { mode: 'width', value: width },
    }).render();
    return { data: image.pixels, width: image.width, height: image.height };
  } catch (error) {
    throw new EngineRejection(error, nativeFailure);
  }
};
