import type { Box } from '../../rendering/boxes.ts';
import { EngineDamage, EngineRefusal } from '../../rendering/engine-errors.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { NamedFont } from './satori-fonts.ts';
import type { element, SatoriNode } from './write-tree.ts';

/** What satori is given beside the tree. */
export interface SatoriSettings {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly fonts: readonly NamedFont[];
  /** Images of graphemes that are rendered as emoji, as `data:` URIs. */
  readonly graphemeImages: Readonly<Record<string, string>>;
  /** Writes words as `<text>` where false. @default true */
  readonly embedFont?: false;
  readonly onNodeDetected?: (node: ReportedNode) => void;
}

interface ReportedNode extends Box {
  readonly props: { readonly [element]?: PreparedElement };
}

/** satori's function with the types of this project: its own ask for React elements and for lists it may change. */
type Call = (tree: SatoriNode, options: object) => Promise<string>;

let loading: Promise<Call> | undefined;

/** Loads satori, which takes longer than all else of this engine together. */
export const loadSatori = (): Promise<Call> => {
  loading ??= import('satori').then((loaded) => loaded.default as unknown as Call);
  return loading;
};

/**
 * Lays a tree out, with the options `@vercel/og` gives satori, and returns the SVG.
 *
 * @throws EngineRefusal; EngineDamage where the error comes out of satori's WebAssembly, or out of a stack or a memory that
 * is full: its memory stays half written, and every later layout in this process would meet it.
 */
export const callSatori = async (tree: SatoriNode, settings: SatoriSettings): Promise<string> => {
  const call = await loadSatori();
  try {
    return await call(tree, settings);
  } catch (error) {
    const isDamage = error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
    throw isDamage ? new EngineDamage(error) : new EngineRefusal(error);
  }
};
