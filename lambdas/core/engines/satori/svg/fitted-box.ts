import type { Size } from '../../../picture/boxes.ts';
import { lengthOf, pixelsOf } from '../../../picture/css/lengths.ts';

/** How an image lies in its box: `object-fit` and `object-position`. */
export interface Fit {
  readonly fit: string;
  /** `object-position`, or a part of it. */
  readonly position: string;
}

/** A place on one axis: a share of the space that is left over, and pixels. */
interface Offset {
  readonly share: number;
  readonly px: number;
}

/**
 * Where an image is drawn, from the upper left corner of its box.
 *
 * @param picture its natural size, or its proportions where it has no size.
 */
export const fittedBox = ({ fit, position }: Fit, box: Size, picture: Size & { hasSize: boolean }) => {
  const across = box.width / picture.width;
  const down = box.height / picture.height;
  const inside = Math.min(across, down);
  const own = picture.hasSize ? 1 : inside;
  const scale = { cover: Math.max(across, down), contain: inside, 'scale-down': Math.min(inside, own) }[fit] ?? own;
  const size = { width: picture.width * scale, height: picture.height * scale };
  const { x, y } = positionOf(position);
  return {
    x: (box.width - size.width) * x.share + x.px,
    y: (box.height - size.height) * y.share + y.px,
    ...size,
  };
};

const shares: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };
const middle: Offset = { share: 0.5, px: 0 };

/** Reads `left top`, `20% 10px`, `right 5px bottom 10%`; what cannot be read is the middle. */
const positionOf = (text: string): { x: Offset; y: Offset } => {
  const words = text.toLowerCase().split(/\s+/);
  if (words.length > 2) return { x: fromEdge(words, 'left', 'right'), y: fromEdge(words, 'top', 'bottom') };
  const [first = 'center', second = 'center'] = words;
  const isTurned = first === 'top' || first === 'bottom' || second === 'left' || second === 'right';
  return isTurned ? { x: offsetOf(second), y: offsetOf(first) } : { x: offsetOf(first), y: offsetOf(second) };
};

const offsetOf = (word: string): Offset => {
  const share = Object.hasOwn(shares, word) ? shares[word] : undefined;
  if (share !== undefined) return { share, px: 0 };
  const length = lengthOf(word);
  if (length?.unit === '%') return { share: length.amount / 100, px: 0 };
  const px = pixelsOf(word);
  return px === undefined ? middle : { share: 0, px };
};

/** One axis of `right 5px bottom 10%`. */
const fromEdge = (words: readonly string[], near: string, far: string): Offset => {
  const at = words.findIndex((word) => word === near || word === far);
  if (at < 0) return middle;
  const { share, px } = offsetOf(words[at + 1] ?? '0');
  const isLength = lengthOf(words[at + 1]) !== undefined;
  if (words[at] === near) return isLength ? { share, px } : { share: 0, px: 0 };
  return isLength ? { share: 1 - share, px: -px } : { share: 1, px: 0 };
};
