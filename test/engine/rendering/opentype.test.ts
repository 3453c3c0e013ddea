import { beforeAll, describe, expect, it } from 'vitest';
import { parseRenderedFamilies } from '#engine/rendering/fonts/catalogue.ts';
import { getCoverage } from '#engine/rendering/fonts/coverage.ts';
import { getCustomFaces, getCustomFamilies } from '#engine/rendering/fonts/custom-fonts.ts';
import { indexedFamilies } from '#engine/rendering/fonts/font-index.ts';
import { getTypography } from '#engine/rendering/fonts/named-fonts.ts';
import { getAxes, getAxisValues } from '#engine/rendering/fonts/opentype/axes.ts';
import { checkMetrics, FontProblem, FontTable, readFontTables } from '#engine/rendering/fonts/opentype/font-tables.ts';
import { getSharedFamily, normaliseFamily } from '#engine/rendering/fonts/opentype/names.ts';
import { readFont, unpackFont } from '#engine/rendering/fonts/opentype/read-font.ts';
import { unpackWoff } from '#engine/rendering/fonts/opentype/woff.ts';
import type { CustomFont } from '#engine/rendering/fonts/typography.ts';
import { fontFile } from '../../support/fonts.ts';
import { tenFonts, withoutTable } from '../../support/ten-fonts.ts';
import { box, h } from '../golden/element.ts';

const noLibrary = () => Promise.reject(new FontProblem('not here'));

/** Returns a font with one more table, at its end. */
const withTable = (font: Buffer, tag: string, table: Buffer): Buffer => {
  const count = font.readUInt16BE(4);
  const directory = Buffer.from(font.subarray(0, 12 + count * 16));
  directory.writeUInt16BE(count + 1, 4);
  for (let at = 20; at < directory.length; at += 16) directory.writeUInt32BE(directory.readUInt32BE(at) + 16, at);
  const row = Buffer.alloc(16);
  row.write(tag, 'latin1');
  row.writeUInt32BE(font.length + 16, 8);
  row.writeUInt32BE(table.length, 12);
  return Buffer.concat([directory, row, font.subarray(directory.length), table]);
};

describe('reading a font', () => {
  let fonts: readonly Buffer[];
  beforeAll(async () => {
    fonts = await tenFonts();
  });

  it('returns the scripts, and the weights of an axis', () => {
    expect(readFont(fonts[1] as Buffer).scripts).toContain('Arabic');
    expect(readFont(fonts[6] as Buffer)).toMatchObject({ family: 'Geist', weights: [100, 900], isVariable: true });
  });

  it('finds the place of a weight on the axes, and their ends beyond them', () => {
    const axes = getAxes(readFontTables(fonts[6] as Buffer));

    expect(getAxisValues(axes, 650, false)).toEqual({ wght: 650 });
    expect(getAxisValues(axes, 1000, true)).toEqual({ wght: 900 });
    const sloped = [
      ...axes,
      { tag: 'slnt', min: -10, initial: 0, max: 0 },
      { tag: 'opsz', min: 8, initial: 14, max: 32 },
    ];
    expect(getAxisValues(sloped, 400, true)).toEqual({ wght: 400, slnt: -10, opsz: 14 });
  });

  it.each([
    ['layers', 'COLR', [0, 0, 0, 2], /satori does not render the colours/],
    ['gradients', 'COLR', [0, 1, 0, 0], /\(COLR version 1\) are not rendered/],
    ['bitmaps', 'sbix', [0, 1, 0, 1], /satori does not render the colours/],
    ['drawings', 'SVG ', [0, 0, 0, 0], /\(SVG\) are not rendered/],
  ] as const)('says what is lost of colours in %s', (_title, tag, head, message) => {
    const font = withTable(fonts[0] as Buffer, tag, Buffer.from(head));

    expect(readFont(font).warnings).toEqual([expect.stringMatching(message)]);
    expect(readFont(fonts[0] as Buffer).warnings).toEqual([]);
  });

  it('describes what is missing, and never fails in another way', async () => {
    const read = async (font: Buffer): Promise<string> => {
      try {
        const unpacked = await unpackFont(font, noLibrary);
        checkMetrics(new Uint8Array(readFont(unpacked) && unpacked).buffer);
        return 'read';
      } catch (error) {
        expect(error).toBeInstanceOf(FontProblem);
        return 'refused';
      }
    };

    const cut = await Promise.all(fonts.map((font) => read(font.subarray(0, font.length / 2))));
    const headless = await Promise.all(fonts.slice(0, 7).map((font) => read(withoutTable(font, 'head'))));

    expect(new Set([...cut, ...headless])).toEqual(new Set(['refused']));
    expect(await read(fonts[0] as Buffer)).toBe('read');
  });

  /** A font whose cmap is one group for all of Unicode. */
  const claimingAll = (font: Buffer): Buffer => {
    const group = '0000001c0000000000000001000000000010ffff00000001';
    const cmap = Buffer.from(`000000010003000a0000000c000c0000${group}`, 'hex');
    const changed = Buffer.concat([font, Buffer.alloc((4 - (font.length % 4)) % 4), cmap]);
    for (let record = 12; record < 12 + font.readUInt16BE(4) * 16; record += 16)
      if (font.toString('latin1', record, record + 4) === 'cmap') {
        changed.writeUInt32BE(changed.length - cmap.length, record + 8);
        changed.writeUInt32BE(cmap.length, record + 12);
      }
    return changed;
  };

  it('counts the characters a font has glyphs for, not all that it claims', () => {
    const [lato = Buffer.alloc(0)] = fonts;
    const changed = claimingAll(lato);
    const glyphs = (readFontTables(lato)('maxp') as FontTable).uint16(4);
    expect(getCoverage(changed)).toEqual([0, glyphs - 2]);
    expect(readFont(changed).scripts).not.toContain('Han');
  });

  it('stops where a table leads round in circles', () => {
    const table = new FontTable(new Uint8Array(4), 'A table');
    expect(() => {
      for (let read = 0; read <= 20_000_000; read += 1) table.uint16(0);
    }).toThrow('A table leads round in circles.');
  });

  it('refuses a WOFF that unpacks to more than it says, or to too much', () => {
    const file = fontFile('@fontsource/lato', 'lato-latin-900-normal.woff');
    const large = Buffer.from(file);
    large.writeUInt32BE(20_000_001, 44 + 12);
    const short = Buffer.from(file);
    for (let entry = 44; entry < 44 + file.readUInt16BE(12) * 20; entry += 20)
      if (file.readUInt32BE(entry + 8) < file.readUInt32BE(entry + 12)) {
        short.writeUInt32BE(file.readUInt32BE(entry + 8) + 1, entry + 12);
      }

    expect(() => unpackWoff(large)).toThrow(/unpacks to more than/);
    expect(() => unpackWoff(short)).toThrow(FontProblem);
    expect(getCoverage(unpackWoff(file)).length).toBeGreaterThan(2);
  });

  it('refuses a collection, saying what to send', async () => {
    await expect(unpackFont(Buffer.from('ttcf\0\x01\0\0'), noLibrary)).rejects.toThrow(/send each of them alone/);
  });
});

describe('names of families', () => {
  it.each([
    ['Lato Black', 900, 'Lato'],
    ['Archivo Black', 400, 'Archivo Black'],
    ['Poppins Semi Bold', 600, 'Poppins'],
    ['Inter Variable', 'variable', 'Inter'],
    ['Black', 900, 'Black'],
  ] as const)('%s of weight %s is of the family %s', (name, weight, family) => {
    expect(getSharedFamily(name, weight)).toBe(family);
  });

  it('hold nothing that ends a name in a list', () => {
    expect(normaliseFamily('  A "b",\u0000 c\u200b; ')).toBe('A b c');
  });

  it.each([
    ['Geist Medium', 'Geist 500', 500],
    ['Lato-Bold', 'Lato 700', 700],
    ['poppins semi-bold', 'Poppins 600', 600],
    ['PlayfairDisplay-ExtraBold', 'Playfair Display 800', 800],
    ['Geist 900', 'Geist 900', 900],
    ['DMSans', 'DM Sans', undefined],
    ['Archivo Black', 'Archivo Black', undefined],
  ])('%s is %s', (name, family, weight) => {
    const [found] = parseRenderedFamilies(name, indexedFamilies);
    expect([found?.name, found?.weight]).toEqual([family, weight]);
    expect(parseRenderedFamilies(name, indexedFamilies)[0]).toBe(found);
  });
});

describe('custom fonts', () => {
  const font = (more: Partial<CustomFont>): CustomFont => ({
    ...{ family: 'Mine', weights: [400, 400], styles: ['normal'], hash: '0' },
    ...more,
  });
  const faces = (fonts: readonly CustomFont[], weight: number, isItalic = false) =>
    getCustomFaces(getCustomFamilies(fonts)[0] ?? expect.fail('no family'), weight, isItalic).map(
      (face) => `${face.subset} ${face.weight} ${face.style}`,
    );

  it('are rendered in the nearest weight, or in any of an axis', () => {
    const files = [font({ hash: 'a' }), font({ hash: 'b', weights: [700, 700] })];
    expect(faces(files, 600)).toEqual(['b 700 normal']);
    expect(faces(files, 500)).toEqual(['a 400 normal']);
    expect(faces([font({ hash: 'v', weights: [200, 800] })], 650)).toEqual(['v 650 normal']);
    expect(faces([font({ hash: 'v', weights: [200, 800] })], 900)).toEqual(['v 800 normal']);
  });

  it('have the newer file first, and the older one for what it lacks', () => {
    expect(faces([font({ hash: 'new' }), font({ hash: 'old' })], 400)).toEqual(['new 400 normal', 'old 400 normal']);
  });

  it('have italics where a file has, and what there is where none has', () => {
    const files = [font({ hash: 'u' }), font({ hash: 'i', styles: ['italic'] })];
    expect(faces(files, 400, true)).toEqual(['i 400 italic']);
    expect(faces(files, 400)).toEqual(['u 400 normal']);
    expect(faces([files[0] as CustomFont], 400, true)).toEqual(['u 400 normal']);
    expect(faces([files[1] as CustomFont], 400)).toEqual(['i 400 italic']);
  });

  it('belong to a tree that may name them, anywhere', () => {
    const fonts = [font({ family: 'Cal Sans' }), font({ family: 'Other' })];
    const named = (tree: Parameters<typeof getTypography>[0], family?: string) =>
      getTypography(tree, family, fonts)?.fonts.map((one) => one.family) ?? [];

    expect(named(box({}, 'Cal Sans'))).toEqual([]);
    expect(named(box({}, box({ fontFamily: '"cal sans", serif' })))).toEqual(['Cal Sans']);
    expect(named(box({ '--heading': 'CalSans' } as never))).toEqual(['Cal Sans']);
    expect(named(box({ font: '700 20px/1 Other' }))).toEqual(['Other']);
    expect(named(h('div', { tw: 'font-[Cal_Sans-Bold] p-4' }))).toEqual(['Cal Sans']);
    expect(named(h('style', {}, 'p { font-family: other }'))).toEqual(['Other']);
    expect(named(box({}), 'Cal Sans, Inter')).toEqual(['Cal Sans']);
  });
});
