import type { Box } from '../boxes.ts';
import type { SurveyFinding } from './findings.ts';
import type { Marked, MarkedText } from './texts.ts';

/** Shares of the font size: a line's box is taller than its letters, and text ends in space nobody sees. */
const tolerance = { across: 0.15, down: 0.4 } as const;

/** Text that is laid out beyond the picture, beyond what cuts it off, or beyond its own box. */
export const overflows = (
  texts: readonly MarkedText[],
  picture: { width: number; height: number },
): SurveyFinding[] => {
  const whole: Box = { left: 0, top: 0, ...picture };
  return texts.flatMap((text) => {
    if (!text.isMeasured || isMoved(text.owner)) return [];
    const finding = beyondCut(text) ?? beyondBox(text) ?? beyondPicture(text, whole);
    return finding === undefined ? [] : [withPlace({ code: 'overflow', message: `${quoted(text)} ${finding}` }, text)];
  });
};

export const withPlace = (finding: SurveyFinding, { owner }: MarkedText): SurveyFinding =>
  owner.place === undefined ? finding : { ...finding, place: owner.place };

export const quoted = ({ text }: MarkedText): string => {
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  return `"${plain.length > 40 ? `${plain.slice(0, 40).toWellFormed()}...` : plain}"`;
};

export const chainOf = (owner: Marked): Marked[] => (owner.parent ? [owner, ...chainOf(owner.parent)] : [owner]);

/** Turned, moved, or put partly outside on purpose: nothing can be said from its box. */
const isMoved = (owner: Marked): boolean =>
  chainOf(owner).some(
    ({ style }) =>
      ['transform', 'rotate', 'translate', 'scale'].some(
        (name) => style[name] !== undefined && style[name] !== 'none',
      ) ||
      (isPlaced(style.position) &&
        ['left', 'right', 'top', 'bottom', 'inset'].some((side) => /^\s*-/.test(String(style[side])))),
  );
const isPlaced = (position: unknown) => position === 'absolute' || position === 'fixed' || position === 'relative';

const advice = 'give it room, a smaller fontSize, or fit';

const beyondCut = (text: MarkedText): string | undefined => {
  const cutter = chainOf(text.owner).find(({ style, box }) => box && cuts(style));
  const by = cutter?.box && beyond(text, cutter.box);
  return by === undefined ? undefined : `is cut off: ${by} than its box; ${advice}.`;
};
const cuts = (style: Marked['style']) =>
  /hidden|clip/.test(String(style.overflow ?? style.overflowX ?? style.overflowY));

const beyondBox = (text: MarkedText): string | undefined => {
  const owner = chainOf(text.owner).find(({ isInline }) => !isInline);
  // one that sits free in a parent without a size of its own is as large as its text
  const by = owner?.box && owner.box.width > 0 && owner.box.height > 0 ? beyond(text, owner.box) : undefined;
  return by === undefined ? undefined : `overflows its box: ${by} than it; ${advice}.`;
};

const beyondPicture = (text: MarkedText, whole: Box): string | undefined => {
  const { box } = text;
  const isOutside =
    box.left > whole.width || box.top > whole.height || box.left + box.width < 0 || box.top + box.height < 0;
  if (isOutside) return `lies outside the picture of ${whole.width} x ${whole.height}.`;
  const by = beyond(text, whole);
  return by === undefined ? undefined : `leaves the picture: ${by} than there is room; ${advice}.`;
};

/** `40 px wider`, when text reaches further than a box allows. */
const beyond = ({ box, owner }: MarkedText, within: Box): string | undefined => {
  const across = Math.max(within.left - box.left, box.left + box.width - within.left - within.width);
  const down = Math.max(within.top - box.top, box.top + box.height - within.top - within.height);
  if (across > Math.max(2, tolerance.across * owner.fontSize)) return `${Math.ceil(across)} px wider`;
  return down > Math.max(2, tolerance.down * owner.fontSize) ? `${Math.ceil(down)} px taller` : undefined;
};
