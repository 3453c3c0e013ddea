import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeRenderWorkers } from '#engine/isolation/render/render.ts';
import type { Json } from '#engine/json.ts';
import { knownElements } from '#engine/lint/tree/elements.ts';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import type { GoldenCase } from '../golden/case.ts';
import { asWrittenCases } from '../golden/cases/as-written.ts';
import { goldenCases } from '../golden/cases/index.ts';
import { portedCases } from '../golden/cases/ported.ts';
import { box, h } from '../golden/element.ts';
import { agreement, blockDifferences, ofContent, type Pixels } from './blocks.ts';
import { type Browser, browserAddress, isChromiumThere, openChromium } from './chromium.ts';
import { getShares, type Rendered, renderByBrowser, renderByEngine } from './compare.ts';
import { fontFaces, fontHost } from './font-faces.ts';
import { getPage } from './html.ts';

const isThere = isChromiumThere();

/** Least share of blocks that agree, a little under what was seen; every case is compared by `npm run fidelity`. */
const cases: readonly (readonly [string, number])[] = [
  ['card-png', 0.98],
  ['utilities', 0.98],
  ['html-elements', 0.98],
  ['style-sheet', 0.98],
  ['grid', 0.98],
  ['shadows', 0.98],
  ['paragraphs', 0.95],
  ['weights', 0.94],
];

/** In which everything is where the browser has it: 98% of all blocks agree, and 95% of those with content. */
const inPosition = [
  ...[...portedCases, ...asWrittenCases].map(({ name }) => name),
  'thai-paragraph',
  'inline-elements',
  'decorations',
];

const byEngine = <T extends readonly unknown[]>(rows: readonly T[]) => rows.map((row) => ['takumi', ...row] as const);

const caseNamed = (name: string) => {
  const golden = goldenCases.find((known) => known.name === name);
  if (!golden) throw new Error(`no case ${name}`);
  return golden;
};

describe.skipIf(!isThere)(`beside Chromium${isThere ? '' : ' (SKIPPED: Chromium is not installed)'}`, () => {
  let [hinted, unhinted]: Browser[] = [];
  beforeAll(async () => {
    [hinted, unhinted] = [await openChromium('hinted'), await openChromium('unhinted')];
  });
  afterAll(async () => {
    await closeRenderWorkers();
    await hinted?.close();
    await unhinted?.close();
  });

  const cached = new Map<string, Promise<Rendered>>();
  const theirs = (name: string, browser: Browser | undefined): Promise<Rendered> => {
    const key = `${name} ${browser === hinted}`;
    const rendered = cached.get(key) ?? renderByBrowser(caseNamed(name), browser as Browser);
    cached.set(key, rendered);
    return rendered;
  };

  it.each(byEngine(cases))('%s: %s agrees in at least %d of its blocks', async (engine, name, least) => {
    const shares = getShares(await renderByEngine(caseNamed(name), engine), await theirs(name, hinted));

    expect(shares.all).toBeGreaterThanOrEqual(least);
  });

  it.each(byEngine(inPosition.map((name) => [name] as const)))(
    '%s: %s agrees where letters have the shapes their font says',
    async (engine, name) => {
      const shares = getShares(await renderByEngine(caseNamed(name), engine), await theirs(name, unhinted));

      expect(shares.all).toBeGreaterThanOrEqual(0.98);
      expect(shares.content).toBeGreaterThanOrEqual(0.95);
    },
  );

  /** Not compared: elements without content, parts of tables outside of one, and what has the browser's own font. */
  const special =
    /^(?:html|body|head|title|meta|link|base|style|svg|img|br|hr|wbr|input|button|table|caption|col(?:group)?|t[a-z]{1,4})$/;
  const phrase = (type: string) =>
    box({ width: 400, height: 120, background: '#fff', fontSize: 20 }, 'before ', h(type, {}, 'inner text'), ' after');
  const isReported = (tree: VElement) =>
    lintTreeRules({
      ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: '', width: 400, height: 120 },
      ...{ sampleTexts: [], defaultTexts: [], fonts: [], engine: 'takumi' as const },
    }).warnings.length > 0;

  it.each([...knownElements].filter((type) => !special.test(type)))(
    '<%s> is as in a browser, or reported',
    async (type) => {
      const tree = phrase(type);
      const golden = { name: type, tree, options: { width: 400, height: 120 } };
      const shares = getShares(
        await renderByEngine(golden, 'takumi'),
        await renderByBrowser(golden, unhinted as Browser),
      );

      expect(shares.content >= 0.95 || isReported(tree)).toBe(true);
    },
  );

  it('hints letters unless configured not to: the two images of a text differ', async () => {
    const shares = getShares(await theirs('overfull-column', unhinted), await theirs('overfull-column', hinted));

    expect(shares.all).toBeLessThan(0.98);
  });
});

describe('a case as a page', () => {
  const golden = (style: Record<string, Json>): GoldenCase => ({
    name: 'page',
    tree: { type: 'div', props: { style }, children: ['Text'] },
  });

  it('has the weight that a family name holds', async () => {
    expect(await getPage(golden({ fontFamily: 'Lato Black' }))).toMatch(/font-weight:900/);
    expect(await getPage(golden({ fontFamily: 'Lato Black', fontWeight: 300 }))).toMatch(/font-weight:300/);
  });

  it('is clamped by the number of a clamp with a text', async () => {
    expect(await getPage(golden({ lineClamp: '2 "... more"' }))).toMatch(/-webkit-line-clamp:2;|-webkit-line-clamp:2"/);
  });

  it.each([
    ['Geist', 'geist/geist-latin-400-normal.woff'],
    ['Noto Sans JP', 'noto-sans-jp/noto-sans-jp-119-wght-normal.woff2'],
    ['Nunito', 'pack/nunito/latin/400/normal'],
  ])('gets the files of %s that the engines render', async (fontFamily, file) => {
    expect(fontFaces(await getPage(golden({ fontFamily })))).toContain(`${fontHost}${file})`);
  });

  it('asks for addresses as browsers write them', () => {
    expect(browserAddress('https://a.example/my photo.svg')).toBe('https://a.example/my%20photo.svg');
    expect(browserAddress('undefined/photo.png')).toBe('http://page.test/undefined/photo.png');
  });
});

describe('agreement of blocks', () => {
  const plain = (width: number, height: number, value: number): Pixels => ({
    data: new Uint8Array(width * height * 4).fill(255).map((byte, at) => (at % 4 === 3 ? byte : value)),
    width,
    height,
  });
  const ground = plain(32, 8, 255);
  /** The ground with a line of some pixels down its left side. */
  const withLine = (value: number, pixels: number): Pixels => {
    const image = plain(32, 8, 255);
    for (let y = 0; y < 8; y += 1) image.data.set(Array(pixels).fill([value, value, value, 255]).flat(), y * 128);
    return image;
  };

  it('is whole for equal images and none for black beside white', () => {
    expect(agreement(blockDifferences(plain(20, 12, 90), plain(20, 12, 90)))).toBe(1);
    expect(agreement(blockDifferences(plain(20, 12, 0), plain(20, 12, 255)))).toBe(0);
  });

  it.each([
    ['a line', withLine(0, 2)],
    ['faint content', withLine(243, 4)],
  ])('counts the block in which %s is missing, and leaves ground out where only content counts', (_what, other) => {
    const differences = blockDifferences(ground, other);

    expect([differences.length, agreement(differences)]).toEqual([4, 0.75]);
    expect(agreement(ofContent(differences, ground, other))).toBe(0);
    expect(agreement(ofContent(blockDifferences(ground, ground), ground, ground))).toBe(1);
  });
});
