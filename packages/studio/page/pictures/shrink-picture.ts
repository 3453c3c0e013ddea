/** Size in device pixels that a picture must cover. */
export interface ShownSize {
  readonly width: number;
  readonly height: number;
}

/** Lossless bytes up to which a picture stays a PNG. */
const pngBytes = 300_000;
const quality = 0.9;

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

/** Draws a picture smaller, without metadata: photographs say where they were taken. */
const draw = async (bitmap: ImageBitmap, scale: number, isPhotograph: boolean): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  if (isPhotograph) return encode(canvas, 'image/jpeg');
  const lossless = await encode(canvas, 'image/png');
  return lossless && lossless.size <= pngBytes ? lossless : encode(canvas, 'image/webp');
};

/**
 * Returns a picture just large enough for where it is shown, and at most `bytes` large; unchanged if it is an SVG, if the
 * browser cannot read it, or if drawing it anew gains nothing.
 */
export const shrinkPicture = async (picture: Blob, shown: ShownSize, bytes: number): Promise<Blob> => {
  if (picture.type === 'image/svg+xml') return picture;
  const bitmap = await createImageBitmap(picture).catch(() => undefined);
  if (!bitmap) return picture;
  const isPhotograph = picture.type === 'image/jpeg';
  let scale = Math.min(1, Math.max(shown.width / bitmap.width, shown.height / bitmap.height));
  let best = await draw(bitmap, scale, isPhotograph);
  while (best && best.size > bytes && scale * Math.max(bitmap.width, bitmap.height) > 1) {
    scale /= 2;
    best = await draw(bitmap, scale, isPhotograph);
  }
  bitmap.close();
  const isGain = best !== null && (isPhotograph || best.size < picture.size);
  return best && isGain ? best : picture;
};
