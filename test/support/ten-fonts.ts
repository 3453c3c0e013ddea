import { createRequire } from 'node:module';
import { unpackWoff } from '#engine/rendering/fonts/opentype/woff.ts';
import { fontFile, variableFont } from './fonts.ts';

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

/** A font whose directory has another name for one of its tables. */
export const withoutTable = (font: Buffer, tag: string): Buffer => {
  const changed = Buffer.from(font);
  for (let record = 12; record < 12 + font.readUInt16BE(4) * 16; record += 16)
    if (font.toString('latin1', record, record + 4) === tag) changed.write('none', record, 'latin1');
  return changed;
};
