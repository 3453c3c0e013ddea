import { type ColourSpace, createProfile, getCodedColours, getGammaColours, type Primaries } from './colour-profile.ts';
import { type PngChunk, readPngChunks, toProfileChunk, writePng } from './png-chunks.ts';
import { beyondWhite, type Place, type ShownFile } from './shown-file.ts';

/** Chunks that say what the colours mean. */
const colourChunks = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']);

/**
 * Returns a PNG as browsers show it, for a decoder that knows neither animations nor colours but those of a profile:
 * with the first frame of its animation in place of an image that is not part of it, and with a profile of its colours.
 *
 * Source: PNG, third edition, 4.3 and 11.3.
 */
export const getShownPng = (bytes: Uint8Array): ShownFile => {
  const chunks = readPngChunks(bytes);
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13) return { bytes };
  const first = chunks.findIndex(({ type }) => type === 'IDAT');
  const before = chunks.slice(1, Math.max(1, first));
  const frame = getFirstFrame(header.data, before, chunks.slice(first));
  const colours = getColours(before);
  if (!frame && !colours) return { bytes };
  const isGrey = ((header.data[9] as number) & 3) === 0;
  const coloured = colours
    ? [
        ...(colours === 'srgb' ? [] : [toProfileChunk(createProfile(colours, isGrey))]),
        ...before.filter(({ type }) => !colourChunks.has(type)),
      ]
    : before;
  const unrendered = colours !== 'srgb' && colours?.isBeyondWhite ? [beyondWhite] : [];
  if (!frame) return { bytes: writePng([header, ...coloured, ...chunks.slice(first)]), unrendered };
  const still = coloured.filter(({ type }) => type !== 'acTL');
  return {
    bytes: writePng([frame.header, ...still, ...frame.data, { type: 'IEND', data: Buffer.alloc(0) }]),
    place: frame.place,
    unrendered,
  };
};

/** Returns what the chunks before the image say of its colours; undefined if a decoder knows it. */
const getColours = (chunks: readonly PngChunk[]): ColourSpace | 'srgb' | undefined => {
  const find = (name: string, length: number) =>
    chunks.find(({ type, data }) => type === name && data.length >= length)?.data;
  const coded = find('cICP', 4);
  // neither YCbCr nor the values of television
  if (coded && coded[2] === 0 && coded[3] === 1)
    return getCodedColours(coded[0] as number, coded[1] as number) ?? 'srgb';
  const gamma = (find('gAMA', 4)?.readUInt32BE() ?? 0) / 100_000;
  if (find('iCCP', 1) || find('sRGB', 1) || gamma === 0) return undefined;
  const listed = find('cHRM', 32);
  const primaries =
    listed && (Array.from({ length: 8 }, (_, at) => listed.readUInt32BE(at * 4) / 100_000) as never as Primaries);
  const own = primaries && getGammaColours(1 / gamma, primaries);
  // as Chromium: without chromaticities, what is nearly the gamma of sRGB is sRGB
  return own ?? (Math.abs(gamma * 2.2 - 1) < 0.05 ? undefined : getGammaColours(1 / gamma));
};

/** Returns the first frame of an animation that does not begin with the image itself. */
const getFirstFrame = (header: Buffer, before: readonly PngChunk[], after: readonly PngChunk[]) => {
  const control = after.findIndex(({ type, data }) => type === 'fcTL' && data.length === 26);
  const { data } = after[control] ?? {};
  if (!data || !before.some(({ type }) => type === 'acTL') || before.some(({ type }) => type === 'fcTL'))
    return undefined;
  const [width, height, left, top] = [4, 8, 12, 16].map((at) => data.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const canvas = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
  if (width === 0 || height === 0 || left + width > canvas.width || top + height > canvas.height) return undefined;
  const parts: PngChunk[] = [];
  for (const { type, data: part } of after.slice(control + 1)) {
    if (type !== 'fdAT') break;
    parts.push({ type: 'IDAT', data: part.subarray(4) });
  }
  if (parts.length === 0) return undefined;
  const own = Buffer.from(header);
  own.writeUInt32BE(width, 0);
  own.writeUInt32BE(height, 4);
  const place: Place = { left, top, canvas };
  return { header: { type: 'IHDR', data: own }, data: parts, place };
};
