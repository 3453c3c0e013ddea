import type { ImageDiagnostic } from './image-diagnostics.ts';
import { addSourcePosition, quoted } from './overflow.ts';
import type { MarkedText } from './texts.ts';

/** Width of a card on a phone in CSS pixels. */
const shownWidth = 335;
/** Minimum font size in CSS pixels as shown; smaller letters are unreadable. */
const minShownPx = 4;
/** Minimum number of letters for a text to be reported. */
const minLetters = 3;

/** Reports text that is too small at the width at which platforms show the image. */
export const lintSmallText = (texts: readonly MarkedText[], { width }: { width: number }): ImageDiagnostic[] => {
  const scale = Math.min(1, shownWidth / width);
  const leastPx = Math.ceil(minShownPx / scale);
  return texts.flatMap((text) => {
    const shownPx = text.owner.fontSize * scale;
    const letters = text.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (shownPx >= minShownPx || letters < minLetters || text.box.width < 1) return [];
    const size = `${Math.round(text.owner.fontSize)} px`;
    const message = `${quoted(text)} is too small: ${size} are ${shownPx.toFixed(1)} px where a reader shows the image ${shownWidth} px wide; make it ${leastPx} px or more.`;
    return [addSourcePosition({ code: 'small-text', message, degree: 1 - shownPx / minShownPx }, text)];
  });
};
