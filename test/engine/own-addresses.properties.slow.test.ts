import { tokenize } from 'css-tree/tokenizer';
import { ident } from 'css-tree/utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLayoutEngine as satoriLayout } from '#engine/engines/satori/layout.ts';
import { createLayoutEngine as takumiLayout } from '#engine/engines/takumi/layout.ts';
import type { TakumiLibrary, TakumiNode, TakumiOptions, TakumiRenderer } from '#engine/engines/takumi/takumi-call.ts';
import { estimateCost } from '#engine/rendering/cost.ts';
import { EngineRejection } from '#engine/rendering/engine-errors.ts';
import { assertKnownAddresses } from '#engine/rendering/tree/own-addresses.ts';
import type { PreparedElement } from '#engine/rendering/tree/prepared-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { effort } from '../support/effort.ts';
import { fc, weighted } from '../support/fast-check.ts';
import { engineParts, getScene } from '../support/takumi.ts';
import { box, h } from './golden/element.ts';

/**
 * @promise Rendering: CSS that hides a URL: escapes, unterminated strings, comments, variables that form `url(`
 *   together, `image-set()`, `src()`, `@import`
 * @how all CSS is tokenised and written anew; a URL is replaced by the key of a checked image or removed with a
 *   warning, and an engine rejects a tree that contains any other (decision 325)
 * @also test/engine/vnode/css-urls.test.ts
 * @figure 2,000 trees with an address in every place, for each engine: no address
 */

/** What satori was handed last; it answers an empty document. */
const satori = vi.hoisted(() => ({ tree: undefined as unknown }));
vi.mock('satori', () => ({
  default: async (tree: unknown) => {
    satori.tree = tree;
    return '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>';
  },
}));

const address = 'https://a.example/a.png';

const escaped = (text: string): string =>
  `${text}`.replace(/^./, (letter) => `\\${letter.charCodeAt(0).toString(16)} `);
const functions = [
  ...String.raw`url URL u\72l \75rl src image-set -webkit-image-set image cross-fade`.split(' '),
  'u\\000072 l',
  '\\55 \\52 \\4c',
];
const spelled = fc.oneof(
  fc.constantFrom(
    `"${address}"`,
    `'${address}'`,
    address,
    ` "${address}" `,
    `"${address}`,
    `/**/"${address}"`,
    `"${address}"/**/`,
  ),
  fc.constantFrom(
    `"${escaped(address)}"`,
    escaped(address),
    `"\\\n${address}"`,
    `"${address} 1x`,
    `"a\n${address}"`,
    'var(--a)',
    'attr(data-x)',
  ),
);
const loading = fc
  .tuple(fc.constantFrom(...functions), spelled, fc.constantFrom(')', '', ' )', '))', ' 1x)'))
  .map(([name, inside, end]) => `${name}(${inside}${end}`);
const piece = fc.oneof(
  weighted(4, loading),
  weighted(
    3,
    fc.constantFrom(
      ...String.raw`var(--a) var(--b) var(--a)var(--b) v\61r(--b) var(--none, u ur \75 u\72 u\ \ #url(`.split(' '),
      '@import ',
    ),
  ),
  weighted(
    2,
    fc.constantFrom(
      `rl("${address}")`,
      `l("${address}")`,
      `72l("${address}")`,
      `("${address}")`,
      `"${address}"`,
      address,
    ),
  ),
  weighted(
    2,
    fc.constantFrom(...`/* */ /**/ " ' ) ; } { none linear-gradient(`.split(' '), ' ', '\n', ', ', '\u0000', '\ufeff'),
  ),
);
const value = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const property = fc.constantFrom(
  ...'background backgroundImage background-image maskImage WebkitMaskImage listStyleImage borderImage content clipPath filter cursor --c'.split(
    ' ',
  ),
  '--c; background-image',
);

/** A tree with an address, however it is written, at each place that takes CSS. */
const namingTree = fc.record({ first: value, second: value, shown: value, name: property, tw: fc.boolean() }).map(
  ({ first, second, shown, name, tw }): VElement =>
    box(
      { width: 20, height: 20, '--a': first, '--b': second },
      h('div', {
        style: { position: 'absolute', width: 20, height: 20, [name]: shown, '--d': shown },
        className: 'a',
        'data-x': `url("${address}")`,
        ...(tw && {
          tw: `bg-[${shown.replaceAll(' ', '_')}] space-x-[${shown.replaceAll(' ', '_')}] divide-[${first}]`,
        }),
      }),
      h('div', { style: { width: 20, height: 20, backgroundImage: `var(--a)var(--b)${shown}` } }),
      h(
        'style',
        {},
        `.a { --e: ${first}; background-image: ${second}var(--e)${shown} } .a::before { content: ${shown} }`,
      ),
      h(
        'svg',
        { width: 20, height: 20, fill: shown, mask: first, style: { fill: second } },
        h('rect', { width: 20, height: 20, fill: shown, filter: first, style: { fill: `var(--a)${shown}` } }),
        h('image', { href: second, width: 20, height: 20 }),
      ),
      h('img', { src: shown, width: 20, height: 20 }),
    ),
);

/** Addresses a text names in CSS, whichever way a reader of CSS or one of letters finds them. */
const addressesIn = (css: string): string[] => {
  const found = Array.from(css.matchAll(/(?<![\w-])url\(\s*("[^"]*"|[^)]*)\)?/gi), ([, inside = '']) => inside);
  tokenize(css, (_kind, start, end) => {
    const token = ident.decode(css.slice(start, end));
    if (/^(?:src|(?:-webkit-)?image(?:-set)?|cross-fade)\($/i.test(token)) found.push(token);
    if (/^url\(/i.test(token) && !/^url\(/i.test(css.slice(start, end))) found.push(token);
  });
  return found.map((inside) => inside.replace(/^"(.*)"$/, '$1')).filter((inside) => !inside.startsWith('#'));
};

const getCss = (style: Readonly<Record<string, unknown>> = {}): string[] => Object.values(style).map(String);

interface Handed {
  readonly node: TakumiNode;
  readonly options: TakumiOptions;
}

const nodesIn = (node: TakumiNode): TakumiNode[] => [node, ...(node.children ?? []).flatMap(nodesIn)];

interface SatoriNode {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>> & { readonly style?: Readonly<Record<string, unknown>> };
}

const isNode = (value: unknown): value is SatoriNode => typeof value === 'object' && value !== null;
const satoriNodesIn = (node: unknown): SatoriNode[] =>
  isNode(node) ? [node, ...[node.props.children].flat().flatMap(satoriNodesIn)] : [];

/** takumi, and what it is handed. */
const watchedTakumi = () => {
  const handed: Handed[] = [];
  const parts = engineParts();
  const { Renderer } = parts.load('@takumi-rs/core') as TakumiLibrary;
  class Watched extends Renderer {
    override readonly render: TakumiRenderer['render'] = (node, options) => {
      handed.push({ node, options });
      return Renderer.prototype.render.call(this, node, options);
    };
  }
  return { layOut: takumiLayout({ ...parts, load: () => ({ Renderer: Watched }) }), handed };
};

const runs = { numRuns: effort(400, 2_000) };

afterEach(() => vi.unstubAllGlobals());

describe('CSS that names an address', () => {
  it('takumi is handed keys of images that were checked, and nothing else to open', async () => {
    const { layOut, handed } = watchedTakumi();
    let refused = 0;
    const check = fc.asyncProperty(namingTree, async (tree) => {
      handed.length = 0;
      const layout = await layOut(getScene(tree, 20, 20));
      await layout.paint().catch((error: unknown) => {
        if (!(error instanceof EngineRejection)) throw error;
        refused += 1;
      });
      for (const { node, options } of handed) {
        const own = new Set(options.images.map(({ src }) => src));
        const named = [
          ...nodesIn(node).flatMap(({ style, src }) => [
            ...getCss(style).flatMap(addressesIn),
            ...(src === undefined ? [] : [src]),
          ]),
          ...options.css.flatMap(addressesIn),
        ];
        expect(named.filter((key) => !own.has(key))).toEqual([]);
      }
      expect(handed.length).toBeGreaterThan(0);
    });
    await fc.assert(check, runs);
    expect(refused).toBeLessThan(runs.numRuns / 2);
  });

  it('satori is handed placeholders of images that were checked, and nothing else to open', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    const layOut = satoriLayout(engineParts());
    const check = fc.asyncProperty(namingTree, async (tree) => {
      satori.tree = undefined;
      await layOut({ ...getScene(tree, 20, 20) });
      expect(satori.tree).toBeDefined();
      for (const { type, props } of satoriNodesIn(satori.tree)) {
        const sheets = type === 'style' ? [props.children].flat().map(String) : [];
        const named = [...getCss(props.style), ...sheets, String(props.tw ?? '')]
          .flatMap(addressesIn)
          .concat(typeof props.src === 'string' ? props.src : []);
        expect(
          named.filter((uri) => uri === address || !/^data:image\/(?:png|svg\+xml);base64,[\w+/=]{1,400}$/.test(uri)),
        ).toEqual([]);
      }
    });
    await fc.assert(check, runs);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is seen by the cost estimate wherever it is rendered', () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><filter id="a">${'<feTurbulence/>'.repeat(3)}</filter></svg>`;
    const costly = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    const size = { width: 1_200, height: 630, devicePixelRatio: 1 };
    const getCost = (style: Readonly<Record<string, string>>) => estimateCost(box(style), size).mostly;

    expect(getCost({ backgroundImage: `u\\72l("${costly}")` })).toBe('turbulence');
    expect(getCost({ '--x': `\\75rl('${costly}')` })).toBe('turbulence');
  });
});

describe('assertKnownAddresses', () => {
  const isOwn = (key: string) => key === 'key';
  const element = (type: string, props: PreparedElement['props']): PreparedElement => ({ type, props });

  it.each([
    ['an address', element('div', { style: { backgroundImage: 'url("https://a.example/a.png")' } })],
    ['an escaped one', element('div', { style: { '--x': 'u\\72l("key2")' } })],
    ['one of a style sheet', element('style', { children: ['.a { mask: url(a.png) }'] })],
    ['one of an image', element('img', { src: 'https://a.example/a.png' })],
    ['one of a shape', element('image', { href: 'data:image/png;base64,' })],
    ['what loads in another way', element('div', { style: { backgroundImage: 'image-set("key" 1x)' } })],
  ])('refuses %s', (_what, tree) => {
    expect(() => assertKnownAddresses(tree, isOwn)).toThrow(EngineRejection);
  });

  it('lets pass what it knows, and what stays inside the document', () => {
    const style = { backgroundImage: 'url("key")', clipPath: 'url(#a)', fontFamily: '"Curl"', color: 'red' };
    expect(() => assertKnownAddresses(element('img', { src: 'key', style }), isOwn)).not.toThrow();
  });
});
