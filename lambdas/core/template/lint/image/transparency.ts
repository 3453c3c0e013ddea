import type { Pixels } from '../../../rendering/pixels.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';

/** Minimum share of transparent pixels that is reported; the corners of a rounded card are below it. */
const minShare = 0.002;

/** Reports transparent pixels in an image that is delivered as JPEG. */
export const getTransparency = ({ data }: Pixels): ImageDiagnostic[] => {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 250) clear += 1;
  const share = clear / (data.length / 4);
  if (share < minShare) return [];
  const percent = Math.max(1, Math.round(share * 100));
  const message = `${percent}% of the image is see-through, which JPEG cannot hold: it becomes white. Give it a background, or take png or webp.`;
  return [{ code: 'transparent-jpeg', message }];
};

/** Returns whether nothing is rendered. */
export const isEmpty = ({ data }: Pixels): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
};

export const emptyImage: ImageDiagnostic = {
  code: 'empty-picture',
  message: 'Nothing is rendered: with these values the image is empty.',
};
