import type { Box, Size } from '../../rendering/boxes.ts';
import { tallScripts } from '../../rendering/fonts/tall-scripts.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { addSourcePosition, getChain, isMoved, isPlaced, type Marked, type MarkedText, quoted } from './texts.ts';

/** Shares of the font size: the box of a line is taller than its letters, and text can end with a space. */
const tolerance = { across: 0.15, down: 0.4 } as const;
const tallTolerance = 0.7;

/** Reports text that overflows the image, an element that clips it, or its own box. */
export const lintOverflow = (texts: readonly MarkedText[], image: Size): ImageDiagnostic[] =>
  texts.flatMap((text) => {
    if (!text.isMeasured || isMoved(text)) return [];
    const diagnostic = beyondCut(text) ?? beyondBox(text) ?? beyondImage(text, image) ?? beyondCard(text);
    if (diagnostic === undefined) return [];
    const { description, degree } = diagnostic;
    return [addSourcePosition({ code: 'overflow', message: `${quoted(text)} ${description}`, degree }, text)];
  });

/** How a text overflows, and the severity from 0 to 1. */
interface Overflow {
  readonly description: string;
  readonly degree: number;
}

const advice = 'give it room, a smaller fontSize, or fit';

const beyondCut = (text: MarkedText): Overflow | undefined => {
  const by = beyondFirst(text, getHolders(text).filter(clips));
  return by && { ...by, description: `is cut off: ${by.description} than its box; ${advice}.` };
};

/** Reports text that overflows a visible card. */
const beyondCard = (text: MarkedText): Overflow | undefined => {
  const cards = getHolders(text).filter((one) => !one.isInline && hasArea(one) && isSeen(one));
  const by = beyondFirst(text, cards);
  return by && { ...by, description: `leaves its card: ${by.description} than it; ${advice}.` };
};

const beyondBox = (text: MarkedText): Overflow | undefined => {
  const owner = getChain(text.owner).find(({ isInline }) => !isInline);
  // The size of a box that depends on its text is no limit.
  const by = owner && hasArea(owner) ? beyondFirst(text, [owner]) : undefined;
  return by && { ...by, description: `overflows its box: ${by.description} than it; ${advice}.` };
};

const beyondImage = (text: MarkedText, { width, height }: Size): Overflow | undefined => {
  const { box } = text;
  const isOutside = box.left > width || box.top > height || box.left + box.width < 0 || box.top + box.height < 0;
  if (isOutside) return { description: `lies outside the image of ${width} x ${height}.`, degree: 1 };
  const by = beyond(text, { left: 0, top: 0, width, height });
  return by && { ...by, description: `leaves the image: ${by.description} than there is room; ${advice}.` };
};

/** Returns the ancestors of a text up to the first one that is positioned outside the flow. */
const getHolders = ({ owner }: MarkedText): Marked[] => {
  const chain = getChain(owner);
  const placed = chain.findIndex(isPlaced);
  return placed < 0 ? chain : chain.slice(0, placed + 1);
};

const hasArea = ({ box }: Marked): boolean => box !== undefined && box.width > 0 && box.height > 0;
const isSeen = ({ style }: Marked): boolean =>
  [style.background, style.backgroundColor, style.backgroundImage, style.border, style.borderWidth].some(
    (value) => value !== undefined && !/^(?:none|transparent|0|0px|initial|unset)$/.test(String(value)),
  );
const clips = ({ style }: Marked): boolean =>
  /hidden|clip/.test(String(style.overflow ?? style.overflowX ?? style.overflowY));

/** Returns how a text overflows the first of these elements that it does not fit. */
const beyondFirst = (text: MarkedText, holders: readonly Marked[]): Overflow | undefined =>
  holders
    .values()
    .map(({ box }) => box && beyond(text, box))
    .find((by) => by !== undefined);

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
