import type { Box } from '../../../rendering/boxes.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import type { Marked, MarkedText } from './texts.ts';

/** Shares of the font size: the box of a line is taller than its letters, and text can end with a space. */
const tolerance = { across: 0.15, down: 0.4 } as const;
/** Scripts and symbols whose fonts have lines far taller than their letters. */
const tallScripts = /[\u0590-\u08ff\u0900-\u0fff\u2190-\u2bff]/;
const tallTolerance = 0.7;

/** Reports text that overflows the image, an element that clips it, or its own box. */
export const lintOverflow = (
  texts: readonly MarkedText[],
  image: { width: number; height: number },
): ImageDiagnostic[] => {
  const whole: Box = { left: 0, top: 0, ...image };
  return texts.flatMap((text) => {
    if (!text.isMeasured || isMoved(text.owner)) return [];
    const diagnostic = beyondCut(text) ?? beyondBox(text) ?? beyondImage(text, whole) ?? beyondCard(text);
    if (diagnostic === undefined) return [];
    const { description, degree } = diagnostic;
    return [addSourcePosition({ code: 'overflow', message: `${quoted(text)} ${description}`, degree }, text)];
  });
};

export const addSourcePosition = (diagnostic: ImageDiagnostic, { owner }: MarkedText): ImageDiagnostic =>
  owner.position === undefined ? diagnostic : { ...diagnostic, position: owner.position };

export const quoted = ({ text }: MarkedText): string => {
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  return `"${plain.length > 40 ? `${plain.slice(0, 40).toWellFormed()}...` : plain}"`;
};

export const getChain = (owner: Marked): Marked[] => (owner.parent ? [owner, ...getChain(owner.parent)] : [owner]);

/** Returns whether a text was transformed or placed partly outside on purpose, so that its box is meaningless. */
export const isMoved = (owner: Marked): boolean =>
  getChain(owner).some(
    ({ style }) =>
      ['transform', 'rotate', 'translate', 'scale'].some(
        (name) => style[name] !== undefined && style[name] !== 'none',
      ) ||
      (isPlaced(style.position) &&
        ['left', 'right', 'top', 'bottom', 'inset'].some((side) => /^\s*-/.test(String(style[side])))),
  );
const isPlaced = (position: unknown) => position === 'absolute' || position === 'fixed' || position === 'relative';

/** How a text overflows, and the severity from 0 to 1. */
interface Overflow {
  readonly description: string;
  readonly degree: number;
}

const advice = 'give it room, a smaller fontSize, or fit';

const beyondCut = (text: MarkedText): Overflow | undefined => {
  for (const { style, box } of getHolders(text)) {
    const by = box && clips(style) ? beyond(text, box) : undefined;
    if (by) return { ...by, description: `is cut off: ${by.description} than its box; ${advice}.` };
  }
  return undefined;
};

/** Returns the ancestors of a text up to the first one that is positioned outside the flow. */
const getHolders = ({ owner }: MarkedText): Marked[] => {
  const chain = getChain(owner);
  const placed = chain.findIndex(({ style }) => style.position === 'absolute' || style.position === 'fixed');
  return placed < 0 ? chain : chain.slice(0, placed + 1);
};

/** Reports text that overflows a visible card. */
const beyondCard = (text: MarkedText): Overflow | undefined => {
  for (const { style, box, isInline } of getHolders(text)) {
    const by = box && !isInline && box.width > 0 && box.height > 0 && isSeen(style) ? beyond(text, box) : undefined;
    if (by) return { ...by, description: `leaves its card: ${by.description} than it; ${advice}.` };
  }
  return undefined;
};
const isSeen = (style: Marked['style']) =>
  [style.background, style.backgroundColor, style.backgroundImage, style.border, style.borderWidth].some(
    (value) => value !== undefined && !/^(?:none|transparent|0|0px|initial|unset)$/.test(String(value)),
  );
const clips = (style: Marked['style']) =>
  /hidden|clip/.test(String(style.overflow ?? style.overflowX ?? style.overflowY));

const beyondBox = (text: MarkedText): Overflow | undefined => {
  const owner = getChain(text.owner).find(({ isInline }) => !isInline);
  // The size of a box that depends on its text is no limit.
  const by = owner?.box && owner.box.width > 0 && owner.box.height > 0 ? beyond(text, owner.box) : undefined;
  return by && { ...by, description: `overflows its box: ${by.description} than it; ${advice}.` };
};

const beyondImage = (text: MarkedText, whole: Box): Overflow | undefined => {
  const { box } = text;
  const isOutside =
    box.left > whole.width || box.top > whole.height || box.left + box.width < 0 || box.top + box.height < 0;
  if (isOutside) return { description: `lies outside the image of ${whole.width} x ${whole.height}.`, degree: 1 };
  const by = beyond(text, whole);
  return by && { ...by, description: `leaves the image: ${by.description} than there is room; ${advice}.` };
};

/** Returns `40 px wider` if a text overflows a box; undefined if it fits. */
const beyond = ({ text, box, owner }: MarkedText, within: Box): Overflow | undefined => {
  const across = Math.max(within.left - box.left, box.left + box.width - within.left - within.width);
  const down = Math.max(within.top - box.top, box.top + box.height - within.top - within.height);
  if (across > Math.max(2, tolerance.across * owner.fontSize))
    return { description: `${Math.ceil(across)} px wider`, degree: Math.min(1, across / box.width) };
  const least = tallScripts.test(text) ? tallTolerance : tolerance.down;
  if (down > Math.max(2, least * owner.fontSize))
    return { description: `${Math.ceil(down)} px taller`, degree: Math.min(1, down / box.height) };
  return undefined;
};
