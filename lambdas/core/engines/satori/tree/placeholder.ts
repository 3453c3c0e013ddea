import { vectorSize } from '../../../picture/pictures/vector-size.ts';
import type { Fit } from './object-fit.ts';

/**
 * A picture of which only the head exists: what layout needs of a bitmap is its size, and carrying the pixels through the
 * layout library costs more than drawing them. The real picture takes its place afterwards, known by the number.
 *
 * @param size in CSS pixels, at most 65,535 each.
 * @returns a `data:` URI of a PNG that ends after its header, with the number behind it.
 */
export const bitmapStandIn = (size: { width: number; height: number }, number: number): string => {
  const bytes = Buffer.alloc(37);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(size.width, 16);
  bytes.writeUInt32BE(size.height, 20);
  bytes.set([8, 6, 0, 0, 0], 24);
  bytes.writeUInt32BE(number, 33);
  return `data:image/png;base64,${bytes.toString('base64')}`;
};

/**
 * The CSS pixels of the picture a stand-in stands for.
 *
 * @returns undefined for a vector picture that has proportions but no size.
 */
export const sizeOfStandIn = (uri: string): { width: number; height: number } | undefined => {
  const bytes = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  if (uri.startsWith('data:image/png')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(bytes.toString()) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
};

const mark = '\n<!--fit ';

/** A stand-in that also says how its picture lies in its box, behind everything the layout library reads of it. */
export const fittedStandIn = (standIn: string, fit: Fit): string => {
  const comma = standIn.indexOf(',') + 1;
  const bytes = Buffer.from(standIn.slice(comma), 'base64');
  const said = Buffer.from(`${mark}${JSON.stringify(fit)}`);
  return standIn.slice(0, comma) + Buffer.concat([bytes, said]).toString('base64');
};

/** The two parts of such a stand-in; undefined for any other address. */
export const readFittedStandIn = (uri: string): { standIn: string; fit: Fit } | undefined => {
  if (!/^data:image\/(?:png|svg\+xml);base64,/.test(uri) || uri.length > 4_000) return undefined;
  const comma = uri.indexOf(',') + 1;
  const bytes = Buffer.from(uri.slice(comma), 'base64');
  const at = bytes.lastIndexOf(mark);
  if (at < 0) return undefined;
  const standIn = uri.slice(0, comma) + bytes.subarray(0, at).toString('base64');
  return { standIn, fit: JSON.parse(bytes.subarray(at + mark.length).toString()) as Fit };
};

/** The same for a vector picture: its size if it has one, else its view box. */
export const vectorStandIn = (attributes: Readonly<Record<string, string>>, number: number): string => {
  const { width, height } = vectorSize(attributes);
  const viewBox = /^[\d\s.,e+-]+$/i.test(attributes.viewBox ?? '') ? ` viewBox="${attributes.viewBox}"` : '';
  const head = width === undefined ? viewBox : ` width="${width}" height="${height}"`;
  return `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"${head}><desc>${number}</desc></svg>`).toString('base64')}`;
};
