import type { ImageDiagnostic } from './image-diagnostics.ts';
import { addSourcePosition, getChain, isMoved, quoted } from './overflow.ts';
import { isWord, lineSpace, type Marked, type MarkedText } from './texts.ts';

/** Nearer to an edge than this share of the image's shorter side, text looks cut, and some readers round the corners. */
const leastMargin = 0.015;
/** Letters this large, as a share of the height, are rendered to the edge on purpose. */
const largeShare = 0.3;

/** Text inside the image that nearly touches its edge. */
export const nearEdges = (
  texts: readonly MarkedText[],
  { width, height }: { width: number; height: number },
): ImageDiagnostic[] => {
  const margin = Math.round(leastMargin * Math.min(width, height));
  return texts.flatMap((text) => {
    const { box, owner, isMeasured } = text;
    if (
      !isWord(text.text) ||
      !(isMeasured || isAtCorner(owner)) ||
      isMoved(owner) ||
      owner.fontSize > largeShare * height
    )
      return [];
    const space = lineSpace * owner.fontSize;
    const begins = [
      ['left', box.left],
      ['top', box.top + space],
    ] as const;
    const ends = [
      ['right', width - box.left - box.width],
      ['bottom', height - box.top - box.height + space],
    ] as const;
    const distances = isMeasured ? [...begins, ...ends] : begins;
    const [side, distance] = distances.reduce((nearest, one) => (one[1] < nearest[1] ? one : nearest));
    if (distance >= margin || distance < -margin) return [];
    const message = `${quoted(text)} is ${Math.max(0, Math.round(distance))} px from the image's ${side} edge; leave ${2 * margin} px or more: padding.`;
    return [addSourcePosition({ code: 'near-edge', message, degree: Math.min(1, 1 - distance / margin) }, text)];
  });
};

/** Whether text whose lines were not measured begins at the upper left corner of its element. */
const isAtCorner = (owner: Marked): boolean =>
  !Object.keys(owner.style).some((name) => /^(?:padding|border|alignItems|justifyContent)/.test(name)) &&
  !getChain(owner).some(({ style }) => style.textAlign !== undefined || style.direction !== undefined);
