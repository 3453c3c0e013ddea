import type { ImageDiagnostic } from './image-diagnostics.ts';
import { addSourcePosition, isMoved, quoted } from './overflow.ts';
import { isWord, lineSpace, type MarkedText } from './texts.ts';

/** Where X shows the page's domain over an image: CSS pixels of a card on a phone, in the lower left corner. */
const label = { left: 12, bottom: 12, width: 110, height: 20, cardWidth: 343 } as const;
/** X crops images to this aspect ratio. */
const cut = 1.91;

/** Reports text under a label that a platform shows over the image. X shows none on images that are not landscape. */
export const lintPlatformLabels = (
  texts: readonly MarkedText[],
  { width, height }: { width: number; height: number },
): ImageDiagnostic[] => {
  if (width <= height) return [];
  const shown = { width: Math.min(width, height * cut), height: Math.min(height, width / cut) };
  const scale = shown.width / label.cardWidth;
  const left = (width - shown.width) / 2 + label.left * scale;
  const right = left + label.width * scale;
  const bottom = (height + shown.height) / 2 - label.bottom * scale;
  const top = bottom - label.height * scale;
  return texts.flatMap((text) => {
    const { box, owner } = text;
    const space = lineSpace * owner.fontSize;
    const isCovered =
      box.left < right && box.left + box.width > left && box.top + space < bottom && box.top + box.height - space > top;
    if (!isCovered || !isWord(text.text) || isMoved(owner)) return [];
    const message = `X shows the page's domain over ${quoted(text)}: leave ${Math.round(right)} x ${Math.round(height - top)} px of the lower left corner free.`;
    return [addSourcePosition({ code: 'platform-label', message }, text)];
  });
};
