import type { OpenedImage } from '../../rendering/images/open-images.ts';
import { readVectorSize } from '../../rendering/images/vector-size.ts';

/**
 * Returns a `data:` URI that contains only the size of an image and a number. satori reads nothing else, so no
 * untrusted bytes reach it. After layout, the number identifies the image to insert.
 */
export const getPlaceholder = (image: OpenedImage, number: number): string => {
  if (image.kind === 'bitmap') return bitmapPlaceholder(image, number);
  // The default size of browsers for an image without one.
  return vectorPlaceholder(image.isShapeless ? { width: '300', height: '150' } : image.document.attributes, number);
};

/** Returns a PNG that ends after its header. */
const bitmapPlaceholder = (size: { width: number; height: number }, number: number): string => {
  const bytes = Buffer.alloc(37);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(size.width, 16);
  bytes.writeUInt32BE(size.height, 20);
  bytes.set([8, 6, 0, 0, 0], 24);
  bytes.writeUInt32BE(number, 33);
  return `data:image/png;base64,${bytes.toString('base64')}`;
};

/** Returns an SVG of the same size, or of the same view box if the original has no size. */
const vectorPlaceholder = (attributes: Readonly<Record<string, string>>, number: number): string => {
  const { width, height } = readVectorSize(attributes);
  const viewBox = /^[\d\s.,e+-]+$/i.test(attributes.viewBox ?? '') ? ` viewBox="${attributes.viewBox}"` : '';
  const head = width === undefined ? viewBox : ` width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${head}><desc>${number}</desc></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};
