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

/** The same for a vector picture, which keeps its own idea of its size. */
export const vectorStandIn = (attributes: Readonly<Record<string, string>>, number: number): string => {
  const kept = ['width', 'height', 'viewBox'].filter((name) => /^[\d\s.,%a-z-]+$/i.test(attributes[name] ?? ''));
  const head = kept.map((name) => ` ${name}="${attributes[name]}"`).join('');
  return `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"${head}><desc>${number}</desc></svg>`).toString('base64')}`;
};
