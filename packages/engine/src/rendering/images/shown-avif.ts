import { type ColourSpace, getCodedColours } from './colour-profile.ts';
import { beyondWhite, type ShownFile } from './shown-file.ts';

interface Box {
  readonly type: string;
  readonly body: Buffer;
}

/** Maximum number of boxes that are read in one box. */
const maxBoxes = 1_000;

/** Returns the boxes in a part of a file. Source: ISO/IEC 14496-12, 4.2 */
const readBoxes = (bytes: Buffer): Box[] => {
  const boxes: Box[] = [];
  let at = 0;
  while (at + 8 <= bytes.length && boxes.length < maxBoxes) {
    const size = bytes.readUInt32BE(at) || bytes.length - at;
    if (size < 8) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
};

const open = (boxes: readonly Box[], type: string, skipped = 0): Box[] =>
  boxes.filter((box) => box.type === type).flatMap(({ body }) => readBoxes(body.subarray(skipped)));

/** Returns an AVIF with what its boxes say and libvips does not read: code points of its colours, premultiplied alpha. */
export const getShownAvif = (bytes: Uint8Array): ShownFile => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const meta = open(readBoxes(file), 'meta', 4);
  const colours = getColours(open(open(meta, 'iprp'), 'ipco'));
  const isPremultiplied = open(meta, 'iref', 4).some(({ type }) => type === 'prem');
  const unrendered = colours?.isBeyondWhite ? [beyondWhite] : [];
  return { bytes, unrendered, ...(colours && { colours }), ...(isPremultiplied && { isPremultiplied }) };
};

/** Transfers that Chromium 150 takes for that of sRGB in an AVIF, though not in a PNG. */
const ofTelevision: ReadonlySet<number> = new Set([1, 6, 11, 14, 15]);
const srgb = 13;

/** Source: ISO/IEC 14496-12, 12.1.5 */
const getColours = (properties: readonly Box[]): ColourSpace | undefined => {
  const kinds = properties.filter(({ type, body }) => type === 'colr' && body.length >= 8);
  const kindOf = ({ body }: Box) => body.toString('latin1', 0, 4);
  // a profile counts more
  if (kinds.some((one) => kindOf(one) !== 'nclx')) return undefined;
  const coded = kinds[0]?.body;
  if (!coded) return undefined;
  const transfer = coded.readUInt16BE(6);
  return getCodedColours(coded.readUInt16BE(4), ofTelevision.has(transfer) ? srgb : transfer);
};
