import type { Box } from '../../../rendering/boxes.ts';
import type { PixelBox, Pixels } from '../../../rendering/pixels.ts';

/** Returns the pixels of an image that a box touches. @param scale device pixels per CSS pixel. */
export const pixelsUnder = (
  { left, top, width, height }: Box,
  image: Pick<Pixels, 'width' | 'height'>,
  scale: number,
): PixelBox => ({
  left: Math.max(0, Math.floor(left * scale)),
  top: Math.max(0, Math.floor(top * scale)),
  right: Math.min(image.width, Math.ceil((left + width) * scale)),
  bottom: Math.min(image.height, Math.ceil((top + height) * scale)),
});

/** Returns the sum of the channel differences of two pixels. @param otherAt byte offset of the other one. */
export const differenceAt = (one: Buffer, other: Buffer, at: number, otherAt = at): number => {
  let sum = 0;
  for (let channel = 0; channel < 4; channel += 1)
    sum += Math.abs((one[at + channel] as number) - (other[otherAt + channel] as number));
  return sum;
};
