import type { Box, Boxes } from '../../picture/boxes.ts';
import { EngineDamage, EngineRefusal } from '../../picture/engine-errors.ts';
import type { PreparedElement, PreparedNode } from '../../picture/tree/prepared-tree.ts';
import { partsOfPixel, withSnappedBoxes } from './snapped-layout.ts';
import type { NamedFont } from './tree/satori-fonts.ts';

/** What satori is given beside the tree. */
export interface SatoriSettings {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly fonts: readonly NamedFont[];
  /** Pictures of graphemes that are drawn as such, as `data:` URIs. */
  readonly graphemeImages: Readonly<Record<string, string>>;
}

export interface SatoriAnswer {
  readonly svg: string;
  /** Empty where they were not asked for. */
  readonly boxes: Boxes;
  readonly styleErrors: readonly string[];
}

/** satori's function with the types of this project: its own ask for React elements and for lists it may change. */
type Call = (tree: PreparedElement, options: CallOptions) => Promise<string>;
interface CallOptions extends SatoriSettings {
  readonly pointScaleFactor: number;
  readonly onStyleError: (error: Error) => void;
  readonly onNodeDetected?: (node: Box & { readonly props: { readonly [self]?: PreparedElement } }) => void;
}
/** Loads satori, which takes longer than all else of this engine together. */
export const loadSatori = (): Promise<Call> => {
  loading ??= withSnappedBoxes(async () => (await import('satori')).default as unknown as Call);
  return loading;
};
let loading: Promise<Call> | undefined;

/** Tells which element a box belongs to: satori reports copies of an element's properties, and this property is in them. */
const self = Symbol('element');

/**
 * Lays a tree out.
 *
 * @param hasBoxes whether the boxes of its elements are asked for.
 * @throws EngineRefusal; EngineDamage where the error comes out of satori's WebAssembly, or out of a stack or a memory that
 * is full: whatever it was at stays half done, and every later layout in this process would meet it.
 */
export const callSatori = async (
  tree: PreparedElement,
  settings: SatoriSettings,
  hasBoxes: boolean,
): Promise<SatoriAnswer> => {
  const boxes = new Map<PreparedElement, Box>();
  const styleErrors: string[] = [];
  if (hasBoxes) nameElements(tree);
  const call = await loadSatori();
  try {
    const options: CallOptions = {
      ...settings,
      pointScaleFactor: partsOfPixel,
      onStyleError: ({ message }) => styleErrors.push(message),
      ...(hasBoxes && {
        onNodeDetected: ({ props: { [self]: element }, left, top, width, height }) => {
          if (element) boxes.set(element, { left, top, width, height });
        },
      }),
    };
    const svg = await call(tree, options);
    return { svg, boxes, styleErrors };
  } catch (error) {
    const isDamage = error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
    throw isDamage ? new EngineDamage(error) : new EngineRefusal(error);
  }
};

const nameElements = (node: PreparedNode): void => {
  if (typeof node === 'string') return;
  Object.assign(node.props, { [self]: node });
  for (const child of node.props.children ?? []) nameElements(child);
};
