import type { Size } from '../../rendering/boxes.ts';
import { joinFirst } from '../../truncate.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { addSourcePosition, getChain, isMoved, isWord, lineSpace, type MarkedText, quoted } from './texts.ts';

/** Maximum number of characters in a message. */
const maxListed = 5;

/** Reports characters that no font contains and emoji without an image, each kind at the first text with one of them. */
export const lintMissingGlyphs = (
  characters: readonly string[],
  looseMarks: readonly string[],
  texts: readonly MarkedText[],
): ImageDiagnostic[] => {
  const report = (missing: readonly string[], say: (names: string, where: string) => string): ImageDiagnostic[] => {
    if (missing.length === 0) return [];
    const text = texts.find((one) => missing.some((character) => one.text.includes(character)));
    const names = joinFirst(missing.map(getName), maxListed);
    const message = say(names, text ? ` in ${quoted(text)}` : '');
    return [{ code: 'missing-glyph', message, position: text?.owner.position }];
  };
  const { true: sequences = [], false: single = [] } = Object.groupBy(characters, (one) => `${one.includes('\u200d')}`);
  return [
    ...report(single, (names, where) => `No font here has ${names}${where}: a box is rendered instead.`),
    ...report(
      looseMarks,
      (names, where) =>
        `The font of ${names}${where} has no place for its mark, which stands beside it: name a family that has one, such as Noto Sans.`,
    ),
    ...report(sequences, (names, where) => `No image here shows ${names}${where}: its first part is rendered alone.`),
  ];
};

const getName = (character: string): string =>
  `${character} (${Array.from(character, (one) => `U+${getHex(one)}`).join(' ')})`;

const getHex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** Width of a card on a phone in CSS pixels. */
const shownWidth = 335;
/** Minimum font size in CSS pixels as shown; smaller letters are unreadable. */
const minShownPx = 4;
/** Minimum number of letters for a text to be reported. */
const minLetters = 3;

/** Reports text that is too small at the width at which platforms show the image. */
export const lintSmallText = (texts: readonly MarkedText[], { width }: Size): ImageDiagnostic[] => {
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

/** Minimum distance from an edge as a share of the shorter side; closer text looks cut off. */
const minMargin = 0.015;
/** Larger letters, as a share of the height, touch the edge on purpose. */
const largeFontShare = 0.3;

/** Reports text inside the image that nearly touches its edge. */
export const lintEdges = (texts: readonly MarkedText[], { width, height }: Size): ImageDiagnostic[] => {
  const margin = Math.round(minMargin * Math.min(width, height));
  return texts.flatMap((text) => {
    const { box, owner, isMeasured } = text;
    const isKnown = isMeasured || isAtCorner(text);
    if (!isWord(text) || !isKnown || isMoved(text) || owner.fontSize > largeFontShare * height) return [];
    const space = lineSpace * owner.fontSize;
    const distances: [side: string, distance: number][] = [
      ['left', box.left],
      ['top', box.top + space],
    ];
    if (isMeasured)
      distances.push(['right', width - box.left - box.width], ['bottom', height - box.top - box.height + space]);
    const [side, distance] = distances.reduce((nearest, one) => (one[1] < nearest[1] ? one : nearest));
    if (distance >= margin || distance < -margin) return [];
    const message = `${quoted(text)} is ${Math.max(0, Math.round(distance))} px from the image's ${side} edge; leave ${2 * margin} px or more: padding.`;
    return [addSourcePosition({ code: 'near-edge', message, degree: Math.min(1, 1 - distance / margin) }, text)];
  });
};

/** Returns whether text whose lines were not measured starts at the upper left corner of its element. */
const isAtCorner = ({ owner }: MarkedText): boolean =>
  !Object.keys(owner.style).some((name) => /^(?:padding|border|alignItems|justifyContent)/.test(name)) &&
  !getChain(owner).some(({ style }) => style.textAlign !== undefined || style.direction !== undefined);

/** Where X shows the page's domain over an image: CSS pixels of a card on a phone, in the lower left corner. */
const label = { left: 12, bottom: 12, width: 110, height: 20, cardWidth: 343 } as const;
/** X crops images to this aspect ratio. */
const cut = 1.91;

/** Reports text under a label that a platform shows over the image. X shows none on images that are not landscape. */
export const lintPlatformLabels = (texts: readonly MarkedText[], { width, height }: Size): ImageDiagnostic[] => {
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
    if (!isCovered || !isWord(text) || isMoved(text)) return [];
    const message = `X shows the page's domain over ${quoted(text)}: leave ${Math.round(right)} x ${Math.round(height - top)} px of the lower left corner free.`;
    return [addSourcePosition({ code: 'platform-label', message }, text)];
  });
};
