import { markDifferences } from './mark-differences.ts';

export interface Difference {
  /** Share of pixels that differ; 1 if the sizes differ. */
  readonly share: number;
  /** The image in pale colours with differences in red. Undefined if the sizes differ. */
  readonly image?: Blob;
}

const getPixels = async (url: string): Promise<ImageData> => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height);
};

/** Compares two images pixel by pixel. */
export const getDifference = async (beforeUrl: string, afterUrl: string): Promise<Difference> => {
  const [before, after] = await Promise.all([getPixels(beforeUrl), getPixels(afterUrl)]);
  if (before.width !== after.width || before.height !== after.height) return { share: 1 };
  const count = markDifferences(before.data, after.data);
  const canvas = new OffscreenCanvas(after.width, after.height);
  canvas.getContext('2d')?.putImageData(after, 0, 0);
  return { share: count / (after.width * after.height), image: await canvas.convertToBlob() };
};
