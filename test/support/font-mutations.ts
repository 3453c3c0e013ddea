import { createRequire } from 'node:module';
import { unpackWoff } from '#engine/rendering/fonts/opentype/woff.ts';
import { fontFile, variableFont } from './fonts.ts';
import type { Random } from './random.ts';

interface Fontverter {
  readonly convert: (bytes: Buffer, to: 'sfnt') => Promise<Buffer>;
}
const { convert } = createRequire(import.meta.url)('fontverter') as Fontverter;

const plain = (name: string, file: string): Buffer => Buffer.from(unpackWoff(fontFile(`@fontsource/${name}`, file)));

/** Ten fonts of every kind: plain and packed, with outlines of both kinds, of one weight and of all, of several scripts. */
export const tenFonts = async (): Promise<readonly Buffer[]> => [
  plain('lato', 'lato-latin-900-normal.woff'),
  plain('noto-sans-arabic', 'noto-sans-arabic-arabic-400-normal.woff'),
  plain('noto-sans-devanagari', 'noto-sans-devanagari-devanagari-400-normal.woff'),
  plain('noto-sans-thai', 'noto-sans-thai-thai-400-normal.woff'),
  plain('pacifico', 'pacifico-latin-400-normal.woff'),
  plain('roboto', 'roboto-math-400-normal.woff'),
  await convert(variableFont(), 'sfnt'),
  variableFont(),
  fontFile('@fontsource/inter', 'inter-cyrillic-400-normal.woff'),
  fontFile('@fontsource/playfair-display', 'playfair-display-latin-700-italic.woff2'),
];

type Mutation = (font: Buffer, random: Random) => Buffer;

const somewhere = (font: Buffer, random: Random): number => random.int(0, font.length - 1);
/** In the table directory, or at the beginning of a table: where counts and offsets stand. */
const atAHead = (font: Buffer, random: Random): number => {
  const tables = Math.min(40, font.readUInt16BE(4));
  const record = 12 + 16 * random.int(0, Math.max(0, tables - 1));
  if (random.int(0, 3) === 0 || record + 16 > font.length) return Math.min(font.length - 1, record + random.int(0, 15));
  return Math.min(font.length - 1, font.readUInt32BE(record + 8) + random.int(0, 40));
};
const extremes = [0, 1, 0x7f, 0x80, 0xff] as const;

const mutations: readonly Mutation[] = [
  (font, random) => {
    for (let n = random.int(1, 8); n > 0; n -= 1) font[somewhere(font, random)] = random.int(0, 255);
    return font;
  },
  (font, random) => {
    for (let n = random.int(1, 4); n > 0; n -= 1) font[atAHead(font, random)] = random.pick(extremes);
    return font;
  },
  (font, random) => {
    const at = atAHead(font, random);
    font.fill(random.pick(extremes), at, Math.min(font.length, at + random.int(1, 4)));
    return font;
  },
  (font, random) => font.subarray(0, random.int(1, font.length)),
  (font, random) => {
    const [from, to] = [somewhere(font, random), somewhere(font, random)];
    font.copy(font, to, from, from + random.int(1, 64));
    return font;
  },
  (font, random) => {
    const at = somewhere(font, random);
    return Buffer.concat([
      font.subarray(0, at),
      Buffer.alloc(random.int(1, 64), random.int(0, 255)),
      font.subarray(at),
    ]);
  },
];

export const mutated = (font: Buffer, random: Random): Buffer => random.pick(mutations)(Buffer.from(font), random);
