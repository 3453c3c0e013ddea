import type { ImageDiagnostic } from './image-diagnostics.ts';
import { addSourcePosition, getChain, isMoved, quoted } from './overflow.ts';
import { isWord, lineSpace, type Marked, type MarkedText } from './texts.ts';

/** Minimum distance from an edge as a share of the shorter side; closer text looks cut off. */
const minMargin = 0.015;
/** Larger letters, as a share of the height, touch the edge on purpose. */
const largeFontShare = 0.3;

/** Reports text inside the image that nearly touches its edge. */
export const lintEdges = (
  texts: readonly MarkedText[],
  { width, height }: { width: number; height: number },
): ImageDiagnostic[] => {
  const margin = Math.round(minMargin * Math.min(width, height));
  return texts.flatMap((text) => {
    const { box, owner, isMeasured } = text;
    if (
      !isWord(text.text) ||
      !(isMeasured || isAtCorner(owner)) ||
      isMoved(owner) ||
      owner.fontSize > largeFontShare * height
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

/** Returns whether text whose lines were not measured starts at the upper left corner of its element. */
const isAtCorner = (owner: Marked): boolean =>
  !Object.keys(owner.style).some((name) => /^(?:padding|border|alignItems|justifyContent)/.test(name)) &&
  !getChain(owner).some(({ style }) => style.textAlign !== undefined || style.direction !== undefined);
