import type { OpenedImage } from '../../../picture/images/open-images.ts';
import { vectorSize } from '../../../picture/images/vector-size.ts';
import type { Fit } from '../svg/fitted-box.ts';

/**
 * An image with nothing but a size, as a `data:` URI: satori only needs the size, and passing pixels through it costs more
 * than drawing them. The real image is put in after the layout, found by the number.
 */
export const placeholderOf = (image: OpenedImage, number: number): string => {
  if (image.kind === 'bitmap') return bitmapPlaceholder(image, number);
  // the size browsers give an image that names none
  return vectorPlaceholder(image.isShapeless ? { width: '300', height: '150' } : image.document.attributes, number);
};

/**
 * A PNG that ends after its header, with the number behind it.
 *
 * @param size in CSS pixels, at most 65,535 each.
 */
export const bitmapPlaceholder = (size: { width: number; height: number }, number: number): string => {
  const bytes = Buffer.alloc(37);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(size.width, 16);
  bytes.writeUInt32BE(size.height, 20);
  bytes.set([8, 6, 0, 0, 0], 24);
  bytes.writeUInt32BE(number, 33);
  return `data:image/png;base64,${bytes.toString('base64')}`;
};

/** An SVG of the same size if it has one, else of the same view box. */
export const vectorPlaceholder = (attributes: Readonly<Record<string, string>>, number: number): string => {
  const { width, height } = vectorSize(attributes);
  const viewBox = /^[\d\s.,e+-]+$/i.test(attributes.viewBox ?? '') ? ` viewBox="${attributes.viewBox}"` : '';
  const head = width === undefined ? viewBox : ` width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${head}><desc>${number}</desc></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};

/**
 * The CSS pixels of the image a placeholder stands for.
 *
 * @returns undefined for a vector image that has proportions but no size.
 */
export const sizeOfPlaceholder = (uri: string): { width: number; height: number } | undefined => {
  const bytes = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  if (uri.startsWith('data:image/png')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(bytes.toString()) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
};

const mark = '\n<!--fit ';

/** A placeholder that also says how its image lies in its box, behind everything satori reads of it. */
export const fittedPlaceholder = (placeholder: string, { fit, position }: Fit): string => {
  const comma = placeholder.indexOf(',') + 1;
  const bytes = Buffer.from(placeholder.slice(comma), 'base64');
  return (
    placeholder.slice(0, comma) + Buffer.concat([bytes, Buffer.from(`${mark}${fit} ${position}`)]).toString('base64')
  );
};

/** The two parts of such a placeholder; undefined for any other address. */
export const readFittedPlaceholder = (uri: string): { placeholder: string; fit: Fit } | undefined => {
  if (!/^data:image\/(?:png|svg\+xml);base64,/.test(uri) || uri.length > longest) return undefined;
  const comma = uri.indexOf(',') + 1;
  const bytes = Buffer.from(uri.slice(comma), 'base64');
  const at = bytes.lastIndexOf(mark);
  if (at < 0) return undefined;
  const [fit = '', ...position] = bytes
    .subarray(at + mark.length)
    .toString()
    .split(' ');
  const placeholder = uri.slice(0, comma) + bytes.subarray(0, at).toString('base64');
  return { placeholder, fit: { fit, position: position.join(' ') } };
};

/** Longest placeholder that is read. Real ones are a tenth of it, long view boxes and positions included. */
const longest = 4_000;
