import type { Box } from '../../../rendering/boxes.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import type { Marked, MarkedText } from './texts.ts';

/** Shares of the font size: a line's box is taller than its letters, and text ends in space nobody sees. */
const tolerance = { across: 0.15, down: 0.4 } as const;
/** Fonts of scripts from right to left and of South Asia, and those that have arrows and signs, have lines far taller than their letters. */
const tallScripts = /[\u0590-\u08ff\u0900-\u0fff\u2190-\u2bff]/;
const tallTolerance = 0.7;

/** Text that is laid out beyond the image, beyond what cuts it off, or beyond its own box. */
export const overflows = (
  texts: readonly MarkedText[],
  image: { width: number; height: number },
): ImageDiagnostic[] => {
  const whole: Box = { left: 0, top: 0, ...image };
  return texts.flatMap((text) => {
    if (!text.isMeasured || isMoved(text.owner)) return [];
    const diagnostic = beyondCut(text) ?? beyondBox(text) ?? beyondImage(text, whole) ?? beyondCard(text);
    if (diagnostic === undefined) return [];
    const { reported, degree } = diagnostic;
    return [addSourcePosition({ code: 'overflow', message: `${quoted(text)} ${reported}`, degree }, text)];
  });
};

export const addSourcePosition = (diagnostic: ImageDiagnostic, { owner }: MarkedText): ImageDiagnostic =>
  owner.position === undefined ? diagnostic : { ...diagnostic, position: owner.position };

export const quoted = ({ text }: MarkedText): string => {
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  return `"${plain.length > 40 ? `${plain.slice(0, 40).toWellFormed()}...` : plain}"`;
};

export const getChain = (owner: Marked): Marked[] => (owner.parent ? [owner, ...getChain(owner.parent)] : [owner]);

/** Turned, moved, or put partly outside on purpose: nothing can be said from its box. */
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

/** What is said of a text, and how bad it is. */
interface Reported {
  readonly reported: string;
  readonly degree: number;
}

const advice = 'give it room, a smaller fontSize, or fit';

const beyondCut = (text: MarkedText): Reported | undefined => {
  for (const { style, box } of getHolders(text)) {
    const by = box && cuts(style) ? beyond(text, box) : undefined;
    if (by) return { ...by, reported: `is cut off: ${by.reported} than its box; ${advice}.` };
  }
  return undefined;
};

/** Elements a text lies in by the layout: the first that is placed by itself ends them. */
const getHolders = ({ owner }: MarkedText): Marked[] => {
  const chain = getChain(owner);
  const placed = chain.findIndex(({ style }) => style.position === 'absolute' || style.position === 'fixed');
  return placed < 0 ? chain : chain.slice(0, placed + 1);
};

/** A card that is seen to end before its text does. */
const beyondCard = (text: MarkedText): Reported | undefined => {
  for (const { style, box, isInline } of getHolders(text)) {
    const by = box && !isInline && box.width > 0 && box.height > 0 && isSeen(style) ? beyond(text, box) : undefined;
    if (by) return { ...by, reported: `leaves its card: ${by.reported} than it; ${advice}.` };
  }
  return undefined;
};
const isSeen = (style: Marked['style']) =>
  [style.background, style.backgroundColor, style.backgroundImage, style.border, style.borderWidth].some(
    (value) => value !== undefined && !/^(?:none|transparent|0|0px|initial|unset)$/.test(String(value)),
  );
const cuts = (style: Marked['style']) =>
  /hidden|clip/.test(String(style.overflow ?? style.overflowX ?? style.overflowY));

const beyondBox = (text: MarkedText): Reported | undefined => {
  const owner = getChain(text.owner).find(({ isInline }) => !isInline);
  // one that sits free in a parent without a size of its own is as large as its text
  const by = owner?.box && owner.box.width > 0 && owner.box.height > 0 ? beyond(text, owner.box) : undefined;
  return by && { ...by, reported: `overflows its box: ${by.reported} than it; ${advice}.` };
};

const beyondImage = (text: MarkedText, whole: Box): Reported | undefined => {
  const { box } = text;
  const isOutside =
    box.left > whole.width || box.top > whole.height || box.left + box.width < 0 || box.top + box.height < 0;
  if (isOutside) return { reported: `lies outside the image of ${whole.width} x ${whole.height}.`, degree: 1 };
  const by = beyond(text, whole);
  return by && { ...by, reported: `leaves the image: ${by.reported} than there is room; ${advice}.` };
};

/** `40 px wider`, when text reaches further than a box allows. */
const beyond = ({ text, box, owner }: MarkedText, within: Box): Reported | undefined => {
  const across = Math.max(within.left - box.left, box.left + box.width - within.left - within.width);
  const down = Math.max(within.top - box.top, box.top + box.height - within.top - within.height);
  if (across > Math.max(2, tolerance.across * owner.fontSize))
    return { reported: `${Math.ceil(across)} px wider`, degree: Math.min(1, across / box.width) };
  const least = tallScripts.test(text) ? tallTolerance : tolerance.down;
  if (down > Math.max(2, least * owner.fontSize))
    return { reported: `${Math.ceil(down)} px taller`, degree: Math.min(1, down / box.height) };
  return undefined;
};
