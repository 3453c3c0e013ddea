import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as harfbuzz from 'harfbuzzjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFontNamer } from '#engine/engines/satori/satori-fonts.ts';
import { prepareTree } from '#engine/engines/takumi/tree/prepare-tree.ts';
import { emojiPack, openEmojiFiles, packEmoji } from '#engine/isolation/render/emoji-files.ts';
import { fontPackagesIn } from '#engine/isolation/render/font-packages.ts';
import { openFonts } from '#engine/isolation/render/fonts.ts';
import { aliases } from '#engine/rendering/fonts/aliases.ts';
import { coreFamilies, parseRenderedFamilies } from '#engine/rendering/fonts/catalogue.ts';
import { createFontChooser } from '#engine/rendering/fonts/choose-fonts.ts';
import { getFontDemand } from '#engine/rendering/fonts/font-demand.ts';
import { allFamilies, indexedFamilies } from '#engine/rendering/fonts/font-index.ts';
import { getHanLanguage, guessHanLanguage } from '#engine/rendering/fonts/han.ts';
import { findNearestWeight } from '#engine/rendering/fonts/nearest-weight.ts';
import { getRootTextStyle } from '#engine/rendering/fonts/text-style.ts';
import { findLooseMarks } from '#engine/rendering/svg/text/loose-marks.ts';
import { getEmoji, getGraphemes } from '#engine/rendering/tree/emoji.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../golden/element.ts';

const modules = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))));
const { files: openFiles, whileLacking } = openFonts(modules, createRequire(`${modules}/here.js`));
const choose = createFontChooser(openFiles());
const nameFonts = createFontNamer();
const root = getRootTextStyle();
const chosen = (tree: VElement, language: Parameters<typeof choose>[1] = 'zh-Hans') => {
  const demands = getFontDemand(
    prepareTree(tree, { width: 1200, height: 630, imageFor: () => '' }).tree,
    () => false,
    root,
  );
  return whileLacking(async () => nameFonts(choose(demands, language, root)));
};
const names = async (tree: VElement) =>
  (await chosen(tree)).named.map(({ name, weight, style }) => `${name} ${weight} ${style}`);

describe('choosing fonts', () => {
  it('loads one file for plain English', async () => {
    expect(await names(box({}, 'Hello'))).toEqual(['Inter 400 normal']);
  });

  it.each([
    ['q\u0301', []],
    ['p\u0302', []],
    ['a\u20dd\u0361', ['a\u20dd\u0361']],
  ])('takes a letter and its marks from one file: %s', async (text, expected) => {
    const { tree } = prepareTree(box({}, text), { width: 1200, height: 630, imageFor: () => '' });
    const demands = getFontDemand(tree, () => false, root);
    const { fonts, missing } = await whileLacking(async () => choose(demands, 'zh-Hans', root));

    expect(missing).toEqual(expected);
    const characters = Array.from(text, (character) => character.codePointAt(0) as number);
    expect(fonts.some(({ data }) => characters.every(data.has))).toBe(expected.length === 0);
  });

  it.each([
    ['Inter', ['\u0254\u0301', '\u0254\u0303']],
    ['Noto Serif', []],
  ])('finds the letters whose marks a font draws beside them: %s', async (fontFamily, expected) => {
    const text = '\u0254\u0301 \u0254\u0303 \u025b\u0301 q\u0301 \u0117\u0301 \u0433\u0301 \u05d1\u05bc';
    const { tree } = prepareTree(box({ fontFamily }, text), { width: 1200, height: 630, imageFor: () => '' });
    const demands = getFontDemand(tree, () => false, root);
    const { marked } = await whileLacking(async () => choose(demands, 'zh-Hans', root));

    expect(await findLooseMarks(marked, async () => harfbuzz)).toEqual(expected);
  });

  it('loads the weights and slopes that are used, inherited ones too', async () => {
    const tree = box(
      { fontWeight: 600 },
      'a',
      h('b', {}, 'b'),
      box({ fontStyle: 'italic' }, 'c'),
      h('h1', {}, 'd'),
      h('div', { tw: 'font-black' }, 'e'),
    );

    expect(await names(tree)).toEqual([
      'Inter 400 normal',
      'Inter 600 italic',
      'Inter 600 normal',
      'Inter 700 normal',
      'Inter 900 normal',
    ]);
  });

  it('costs kilobytes for one Japanese word', async () => {
    const { named } = await chosen(box({}, 'Hello 日本語'), 'ja');
    const bytes = named
      .filter(({ name }) => name.startsWith('Noto Sans JP'))
      .reduce((sum, { data }) => sum + data.byteLength, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(400_000);
  });

  it('takes Han characters from the font of the language', async () => {
    expect(await names(h('div', { lang: 'ja' }, '直'))).toContainEqual(expect.stringMatching(/^Noto Sans JP/));
    expect(await names(h('div', { lang: 'zh-TW' }, '直'))).toContainEqual(expect.stringMatching(/^Noto Sans TC/));
    expect(await names(box({}, '直'))).toContainEqual(expect.stringMatching(/^Noto Sans SC/));
  });
});

describe('the core families', () => {
  it.each(coreFamilies.map((family) => [family.name, family] as const))(
    '%s is there, in the weights it names',
    (_name, family) => {
      const described = fontPackagesIn(modules).describe(family.id);
      expect(Object.keys(described?.ranges ?? {})).toContain(described?.mainSubset);
      expect(described?.weights).toEqual(expect.arrayContaining([...(family.weights ?? [])]));
    },
  );

  it('resolves every name and every other name to a family that is there', () => {
    for (const name of Object.keys(aliases)) expect(parseRenderedFamilies(name, indexedFamilies), name).toHaveLength(1);
    for (const family of allFamilies) expect(parseRenderedFamilies(family.name, indexedFamilies)).toEqual([family]);
  });
});

describe('families', () => {
  it.each([
    ['Inter, sans-serif', ['Inter']],
    ['"Noto Sans JP", Inter', ['Noto Sans JP', 'Inter']],
    ["system-ui, 'Noto Sans JP'", ['Inter']],
    ['Papyrus', []],
    ['Papyrus, Lora', ['Lora']],
    ['Georgia, "Times New Roman", serif', ['Gelasio', 'Tinos']],
    ['SFMono-Regular, Menlo, monospace', ['JetBrains Mono']],
    ['"Helvetica Neue", Arial', ['Arimo']],
    ['Source Sans Pro, Geist Variable', ['Source Sans 3', 'Geist']],
    ['constructor', []],
  ])('of %s', (value, expected) => {
    expect(parseRenderedFamilies(value, indexedFamilies).map(({ name }) => name)).toEqual(expected);
  });

  it.each([
    [400, [300, 500, 700], 500],
    [500, [300, 400, 700], 400],
    [350, [300, 400], 300],
    [600, [400, 700], 700],
    [950, [400, 700], 700],
    [100, [400, 700], 400],
  ])('weight %i out of %o is %i', (wanted, available, expected) => {
    expect(findNearestWeight(available, wanted)).toBe(expected);
  });
});

describe('languages', () => {
  it.each([
    ['日本語の文', 'ja'],
    ['这个国家的语言', 'zh-Hans'],
    ['這個國家的語言', 'zh-Hant'],
    ['漢字와 한글', 'ko'],
    ['hello', 'zh-Hans'],
  ])('of %s is %s', (text, expected) => {
    expect(guessHanLanguage(text)).toBe(expected);
  });

  it.each([
    ['ja-JP', 'ja'],
    ['zh', 'zh-Hans'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['zh_TW', 'zh-Hant'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['en', undefined],
  ])('named %s is %s', (lang, expected) => {
    expect(getHanLanguage(lang)).toBe(expected);
  });
});

describe('emoji', () => {
  const files = openEmojiFiles(modules);

  it.each(['🚀', '👍🏽', '🇯🇵', '1️⃣', '❤️', '👩‍👩‍👧', '🏴‍☠️', '🏳‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍❤️‍💋‍👨'])('%s is an image', (grapheme) => {
    expect(getGraphemes(grapheme)).toEqual([grapheme]);
    expect(getEmoji(grapheme, files)).toContain('<svg');
  });

  it.each(['a', '1', '©', '❤', '✔', '❤\ufe0e', '日', '🚀\ufe0e'])('%s is text', (grapheme) => {
    expect(getEmoji(grapheme, files)).toBeUndefined();
  });

  it('are the same texts in one packed file', () => {
    const folder = join(modules, '@twemoji', 'svg');
    const packed = mkdtempSync(join(tmpdir(), 'emoji-'));
    onTestFinished(() => rmSync(packed, { recursive: true }));
    mkdirSync(join(packed, '@twemoji', 'svg'), { recursive: true });
    writeFileSync(join(packed, '@twemoji', 'svg', 'package.json'), '{}');
    writeFileSync(join(packed, '@twemoji', 'svg', emojiPack), packEmoji(folder));
    const codes = readdirSync(folder)
      .filter((file) => file.endsWith('.svg'))
      .map((file) => file.slice(0, -4).replaceAll('-fe0f', ''));

    const fromPack = openEmojiFiles(packed);

    expect(codes.length).toBeGreaterThan(3_000);
    for (const code of codes) expect(fromPack(code), code).toBe(files(code));
    expect(fromPack('not-there')).toBeUndefined();
    expect(fromPack('constructor')).toBeUndefined();
  });
});
