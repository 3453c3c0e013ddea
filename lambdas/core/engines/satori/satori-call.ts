import type { Box, Boxes } from '../../picture/boxes.ts';
import { EngineDamage, EngineRefusal } from '../../picture/engine-errors.ts';
import type { PreparedElement } from '../../picture/tree/prepared-tree.ts';
import type { NamedFont } from './satori-fonts.ts';
import { element, type SatoriNode } from './write-tree.ts';

/** What satori is given beside the tree. */
export interface SatoriSettings {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly fonts: readonly NamedFont[];
  /** Images of graphemes that are drawn as emoji, as `data:` URIs. */
  readonly graphemeImages: Readonly<Record<string, string>>;
}

/** satori's function with the types of this project: its own ask for React elements and for lists it may change. */
type Call = (tree: SatoriNode, options: object) => Promise<string>;

interface ReportedNode extends Box {
  readonly props: { readonly [element]?: PreparedElement };
}

let loading: Promise<Call> | undefined;

/** Loads satori, which takes longer than all else of this engine together. */
export const loadSatori = (): Promise<Call> => {
  loading ??= import('satori').then((loaded) => loaded.default as unknown as Call);
  return loading;
};

/**
 * Lays a tree out, with the options `@vercel/og` gives satori.
 *
 * @returns the SVG, and the border boxes of the tree's elements in CSS pixels.
 * @throws EngineRefusal; EngineDamage where the error comes out of satori's WebAssembly, or out of a stack or a memory that
 * is full: its memory stays half written, and every later layout in this process would meet it.
 */
export const callSatori = async (
  tree: SatoriNode,
  settings: SatoriSettings,
): Promise<{ readonly svg: string; readonly boxes: Boxes }> => {
  const boxes = new Map<PreparedElement, Box>();
  const call = await loadSatori();
  try {
    const svg = await call(tree, {
      ...settings,
      onNodeDetected: (node: ReportedNode) => {
        const own = node.props[element];
        if (own) boxes.set(own, { left: node.left, top: node.top, width: node.width, height: node.height });
      },
    });
    return { svg, boxes };
  } catch (error) {
    const isDamage = error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
    throw isDamage ? new EngineDamage(error) : new EngineRefusal(error);
  }
};
