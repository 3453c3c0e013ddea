import sharp from 'sharp';

/** An image that shows its corners: four colours, a white cross, a round spot left of the top. */
const pattern = (
  width: number,
  height: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width / 2}" height="${height / 2}" fill="#ef4444"/>
  <rect x="${width / 2}" width="${width / 2}" height="${height / 2}" fill="#22c55e"/>
  <rect y="${height / 2}" width="${width / 2}" height="${height / 2}" fill="#3b82f6"/>
  <rect x="${width / 2}" y="${height / 2}" width="${width / 2}" height="${height / 2}" fill="#eab308"/>
  <path d="M0 0L${width} ${height}M${width} 0L0 ${height}" stroke="white" stroke-width="4"/>
  <circle cx="${width / 4}" cy="${height / 6}" r="${height / 12}" fill="black"/></svg>`;

const image = (width: number, height: number) => sharp(Buffer.from(pattern(width, height)));

/** Sample images as a fetcher would hand them over. */
export const sampleImages = {
  png: await image(320, 200).png().toBuffer(),
  jpeg: await image(320, 200).jpeg({ quality: 95 }).toBuffer(),
  webp: await image(320, 200).webp({ lossless: true }).toBuffer(),
  avif: await image(320, 200).avif({ quality: 90 }).toBuffer(),
  gif: await image(320, 200).gif().toBuffer(),
  svg: Buffer.from(pattern(320, 200)),
  /** Lies on its side; its EXIF data say so. */
  turned: await image(320, 200).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 95 }).toBuffer(),
  transparent: await sharp({ create: { width: 100, height: 100, channels: 4, background: '#7c3aed80' } })
    .png()
    .toBuffer(),
  broken: Buffer.from('\x89PNG\r\n\x1a\nno image', 'latin1'),
};

export const dataUri = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
