import type { Box, Boxes } from '../../picture/boxes.ts';
import { EngineDamage, EngineRefusal } from '../../picture/engine-errors.ts';
import type { PreparedElement, PreparedNode } from '../../picture/tree/prepared-tree.ts';
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
  readonly onStyleError: (error: Error) => void;
  readonly onNodeDetected?: (node: Box & { readonly props: { readonly [self]?: PreparedElement } }) => void;
}
/** Loads satori, which takes longer than all else of this engine together. */
export const loadSatori = async (): Promise<Call> => (await import('satori')).default as unknown as Call;

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
      onStyleError: ({ message }) => styleErrors.push(message),
      ...(hasBoxes && {
        onNodeDetected: ({ props: { [self]: element }, left, top, width, height }) => {
          if (element) boxes.set(element, { left, top, width, height });
        },
      }),
    };
    const svg = await call(tree, cutsTexts(tree) ? options : withExactTexts(options));
    return { svg, boxes, styleErrors };
  } catch (error) {
    const isDamage = error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
    throw isDamage ? new EngineDamage(error) : new EngineRefusal(error);
  }
};

/** Parts of a pixel that a browser measures texts in. */
const partsOfPixel = 64;

/**
 * Has texts measured in parts of a pixel and boxes laid out in whole ones, as browsers do. satori 0.63 has one setting for both, and
 * rounds each text up to a whole pixel; it reads the setting for texts first.
 */
const withExactTexts = (options: CallOptions): CallOptions => {
  let isRead = false;
  return Object.defineProperty(options, 'pointScaleFactor', {
    get: () => {
      const factor = isRead ? 1 : partsOfPixel;
      isRead = true;
      return factor;
    },
  });
};

/**
 * Whether texts are cut short by an ellipsis: satori 0.63 does so where a text is wider than its box in whole pixels, and measured in
 * parts of one half of the texts are that have all the room they want.
 */
const cutsTexts = (node: PreparedNode): boolean => {
  if (typeof node === 'string') return false;
  const { style = {}, children = [] } = node.props;
  const isCut = style.lineClamp ?? style.WebkitLineClamp ?? style.textOverflow;
  return isCut !== undefined || children.some(cutsTexts);
};

const nameElements = (node: PreparedNode): void => {
  if (typeof node === 'string') return;
  Object.assign(node.props, { [self]: node });
  for (const child of node.props.children ?? []) nameElements(child);
};
