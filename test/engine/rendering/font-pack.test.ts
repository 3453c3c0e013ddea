import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#engine/hash.ts';
import { includes, parseUnicodeRanges } from '#engine/rendering/fonts/coverage.ts';
import { maxPackBytes, openFontPack, packFonts } from '#engine/rendering/fonts/font-pack.ts';
import { FontProblem } from '#engine/rendering/fonts/opentype/font-tables.ts';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A package of a family with one subset. */
const content = (weights: readonly number[], bytesEach: number) => ({
  metadata: json({ id: 'a-b', family: 'A B', category: 'serif', weights, styles: ['normal'], defSubset: 'latin' }),
  unicode: json({ '[1]': 'U+4E00', latin: 'U+0000-00FF' }),
  licence: Buffer.from('OFL'),
  files: new Map(weights.map((weight) => [`a-b-latin-${weight}-normal.woff`, Buffer.alloc(bytesEach, weight % 251)])),
});

describe('a font pack', () => {
  it('has the faces of the package, and what they are', () => {
    const { described, find } = openFontPack(packFonts(content([400, 700], 10)));

    expect(described).toEqual({
      ranges: { 1: 'U+4E00', latin: 'U+0000-00FF' },
      ...{ weights: [400, 700], styles: ['normal'], mainSubset: 'latin' },
    });
    expect(find({ subset: 'latin', weight: 700, style: 'normal' })).toEqual(new Uint8Array(10).fill(700 % 251));
    expect(find({ subset: 'latin', weight: 900, style: 'normal' })).toBeUndefined();
    expect(find({ subset: '1', weight: 400, style: 'normal' })).toBeUndefined();
  });

  it('of a family in one file has the ranges of its characters', () => {
    const file = readFileSync('node_modules/@fontsource/inter/files/inter-latin-400-normal.woff');
    const whole = { ...content([400], 1), unicode: json({}), files: new Map([['a-b-latin-400-normal.woff', file]]) };

    const { described, find } = openFontPack(packFonts(whole));

    const ranges = parseUnicodeRanges(described.ranges.latin ?? '');
    expect([...'Aé字'].map((letter) => includes(ranges, letter.codePointAt(0) ?? 0))).toEqual([true, true, false]);
    expect(find({ subset: 'latin', weight: 400, style: 'normal' })).toEqual(new Uint8Array(file));
    expect(() => packFonts({ ...whole, files: content([400], 10).files })).toThrow(FontProblem);
  });

  it('has the weights that it has files of, whatever the package names', () => {
    const { files, ...rest } = content([400, 700], 10);
    const { described } = openFontPack(packFonts({ ...rest, files: new Map([...files].slice(0, 1)) }));

    expect(described.weights).toEqual([400]);
  });

  it('is the same for the same package, whatever the order of its files', () => {
    const { files, ...rest } = content([400, 700], 10);
    const turned = { ...rest, files: new Map([...files].reverse()) };
    expect(sha256Hex(packFonts(turned))).toBe(sha256Hex(packFonts({ ...rest, files })));
  });

  it('of a large family keeps the usual weights; one that is still too large is refused', () => {
    const large = openFontPack(packFonts(content([100, 400, 500, 700, 900], maxPackBytes / 4)));
    expect(large.described.weights).toEqual([400, 700]);
    expect(() => packFonts(content([400], maxPackBytes + 1))).toThrow('A B has more than 24,000,000 bytes.');
  });

  it.each<[string, (pack: Uint8Array) => Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['something else', () => Buffer.from('GIF89a and more than twelve bytes')],
    ['another version', (pack) => Buffer.concat([pack.subarray(0, 7), Buffer.of(2), pack.subarray(8)])],
    [
      'a header beyond its end',
      (pack) => Buffer.concat([pack.subarray(0, 8), Buffer.alloc(4, 255), pack.subarray(12)]),
    ],
    ['a cut one', (pack) => pack.subarray(0, -1)],
    ['a header that is none', (pack) => Buffer.from(Buffer.from(pack).toString('latin1').replace('{', '<'), 'latin1')],
  ])('is not opened from %s', (_what, damage) => {
    expect(() => openFontPack(damage(packFonts(content([400], 10))))).toThrow(FontProblem);
  });
});
