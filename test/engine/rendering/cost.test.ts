import { describe, expect, it } from 'vitest';
import { estimateCost } from '#engine/rendering/cost.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { costlyRenderMs } from '../../../lambdas/publishing/costly-images.ts';
import { getOptions } from '../golden/case.ts';
import { goldenCases } from '../golden/cases/index.ts';
import { box, h } from '../golden/element.ts';

const small = { width: 1200, height: 630, devicePixelRatio: 1 };
const large = { width: 4096, height: 4096, devicePixelRatio: 1 };
const layers = (count: number, style: object): VElement =>
  box({}, ...Array.from({ length: count }, () => box({ inset: 0, position: 'absolute', ...style })));
const shadows = (count: number, radius: number): string =>
  Array.from({ length: count }, (_, n) => `${n}px 2px ${radius}px red`).join(', ');
const glow = (count: number, radius: number): VElement => box({ textShadow: shadows(count, radius) }, 'Headline');
const nested = (depth: number): VElement =>
  Array.from({ length: depth }).reduce<VElement>(
    (inner) => h('b', { style: { display: 'inline-block' } }, inner),
    box({}),
  );
/** Twenty blurred layers, and one more that would make their sum a small one. */
const forged = (style: Readonly<Record<string, string | number>>): VElement =>
  box({}, layers(20, { filter: 'blur(40px)' }), box(style));
const svg = (inside: string): VElement => h('img', { src: `data:image/svg+xml,${encodeURIComponent(inside)}` });

/** Elements that each refer twice to the next one, as an embedded image has them. */
const nestText = (type: string, attribute: string, count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `<${type} id="n${n}">${`<rect ${attribute}="url(#n${n + 1})"/>`.repeat(2)}</${type}>`,
  ).join('');

/** A reference with an escape in the name of its function. */
const escaped = (url: string): string => `u\\72 l("${url.slice(4, -1)}")`;

/** Elements that each refer twice to the one before. */
const nest = (type: string, refer: (id: string) => object, count: number): VElement => {
  const shape = { width: 1200, height: 630, fill: 'red' };
  const use = (n: number) => ({ ...shape, ...(n < count && refer(`url(#n${n})`)) });
  const made = Array.from({ length: count }, (_, n) =>
    h(type, { id: `n${n}` }, h('rect', use(n + 1)), h('rect', use(n + 1))),
  );
  return box({}, h('svg', {}, h('defs', {}, ...made), h('rect', use(0))));
};
/** Shapes whose masks are set by rules for their classes. */
const withRules = (count: number): VElement => {
  const [svg] = nest('mask', (mask) => ({ className: mask.slice(5, -1) }), count).children;
  const rules = Array.from({ length: count + 1 }, (_, n) => `.n${n} { mask: url(#n${n}) }`);
  return box({}, h('style', {}, rules.join('\n')), ...(svg === undefined ? [] : [svg]));
};
const masks = (count: number): VElement => nest('mask', (mask) => ({ mask }), count);
const repeats = (count: number): VElement => {
  const use = (n: number) => h('use', { href: `#n${n}` });
  const made = Array.from({ length: count }, (_, n) => h('g', { id: `n${n}` }, use(n + 1), use(n + 1)));
  return box({}, h('svg', {}, h('defs', {}, ...made, h('rect', { id: `n${count}`, opacity: 0.9 })), use(0)));
};
const blurs = 'blurs and shadows';
const svgUses = 'its SVG masks, clip paths and patterns';

/** A group with a `<use>` of itself. */
const itself = box({}, h('svg', {}, h('g', { id: 'a' }, h('use', { href: '#a' }))));

describe('the estimated cost of a rendering', () => {
  it.each<[string, (depth: number) => VElement]>([
    ['masks', masks],
    ['masks whose names are escaped', (n) => nest('mask', (url) => ({ style: { mask: escaped(url) } }), n)],
    ['clip paths', (n) => nest('clipPath', (url) => ({ clipPath: url }), n)],
    ['masks of rules', (n) => withRules(n)],
    ['clip paths in kebab case', (n) => nest('clipPath', (url) => ({ style: { 'clip-path': url } }), n)],
    ['patterns', (n) => nest('pattern', (fill) => ({ fill }), n)],
    ['repeated shapes', repeats],
    ['clip paths of an embedded image', (n) => svg(nestText('clipPath', 'clip-path', n))],
    ['masks of an embedded image', (n) => svg(`<svg>${nestText('mask', 'mask', n)}</svg>`)],
  ])('doubles with each level of %s in one another', (_what, make) => {
    const getMs = (depth: number) => estimateCost(make(depth), small).ms - estimateCost(make(0), small).ms;
    const [two, three, four] = [getMs(2), getMs(3), getMs(4)];

    expect([three / two, four / three].every((growth) => growth > 1.7 && growth < 3)).toBe(true);
  });

  it.each<[string, Record<string, string | number>, string]>([
    ['blurs', { filter: 'blur(40px)' }, 'blur-[40px]'],
    ['shadows of boxes', { boxShadow: '0 0 90px red' }, 'shadow-[0_0_90px_red]'],
    ['shadows of texts', { textShadow: '0 0 90px red' }, 'text-shadow-[0_0_90px_red]'],
    ['translucent layers', { opacity: 0.5 }, 'opacity-50'],
    ['clipped layers', { clipPath: 'circle(50%)' }, '[clip-path:circle(50%)]'],
    ['inline-blocks', { display: 'inline-block' }, 'inline-block'],
    [
      'strokes',
      { WebkitTextStroke: '20px red', paintOrder: 'stroke' },
      '[-webkit-text-stroke:20px_red] [paint-order:stroke]',
    ],
  ])('is the same for %s of a rule, of a class and of a style', (_what, style, tw) => {
    const css = Object.entries(style)
      .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`)
      .join('; ');
    const nest = (props: Parameters<typeof h>[1]): VElement =>
      Array.from({ length: 8 }).reduce<VElement>((inner) => h('b', props, 'Title', inner), h('b', {}));
    const sheet = h('style', {}, `.x { ${css} }`);
    const getMs = (props: Parameters<typeof h>[1]) => estimateCost(h('div', {}, sheet, nest(props)), small).ms;

    const inline = getMs({ style });

    expect(inline).toBeGreaterThan(getMs({}) * 1.5);
    expect([getMs({ className: 'x' }), getMs({ tw })].map((ms) => ms / inline)).toEqual([
      expect.closeTo(1, 2),
      expect.closeTo(1, 2),
    ]);
  });

  it.each([
    ['filter', 'blur(80px)', 'blur(5rem)'],
    ['filter', 'blur(100px)', 'blur(calc(50px * 2))'],
    ['boxShadow', '16px 16px 80px red', '1rem 1rem 5rem red'],
    ['boxShadow', '0 0 80px rgb(0, 0, 0)', 'rgb(0, 0, 0) 0 0 60pt'],
    ['textShadow', '0 0 100px red, 0 0 2px red', '0 0 max(1em, 100px) red, 0 0 2px red'],
  ])('is the same for %s in other units: %s, %s', (name, one, other) => {
    const [first, second] = [one, other].map((value) => estimateCost(box({ [name]: value }, 'a'), small).ms);
    expect(second).toBeCloseTo(first ?? 0, 5);
    expect(first).toBeGreaterThan(estimateCost(box({}, 'a'), small).ms + 50);
  });

  it('is high for blurs of the boxes before and after the content of elements', () => {
    const sheet = 'b::before { content: ""; filter: blur(40px) }';
    const boxes = Array.from({ length: 30 }, () => h('b', {}));
    expect(estimateCost(h('div', {}, h('style', {}, sheet), ...boxes), small)).toMatchObject({ mostly: blurs });
  });

  it('is high for fonts of more than 20 MB, which never render', () => {
    expect(estimateCost(box({}), small, 10e6).ms).toBeLessThan(costlyRenderMs);
    expect(estimateCost(box({}), small, 21e6)).toMatchObject({ mostly: 'its custom fonts' });
    expect(estimateCost(box({}), small, 21e6).ms).toBeGreaterThan(costlyRenderMs);
  });

  it('is below the threshold for every golden case', () => {
    const costly = goldenCases.filter((golden) => estimateCost(golden.tree, getOptions(golden)).ms > costlyRenderMs);
    expect(costly.map(({ name }) => name)).toEqual([]);
  });

  it.each<[string, VElement, typeof small?]>([
    ['an empty image of the largest size', box({}), large],
    ['a card with three shadows', layers(3, { width: 600, height: 300, boxShadow: '0 20px 60px #0008' })],
    ['an image behind two masks', box({}, masks(1), masks(1))],
    [
      'an icon repeated a hundred times',
      box({}, h('svg', {}, h('path', { id: 'i' }), ...Array.from({ length: 100 }, () => h('use', { href: '#i' })))),
    ],
    [
      'a rendering of thirty clipped shapes',
      svg(`${'<clipPath id="a"><rect/></clipPath>'.repeat(10)}${'<path clip-path="url(#a)"/>'.repeat(30)}`),
    ],
    ['a headline with a glow of four shadows', glow(4, 40)],
    ['buttons in labels in buttons', nested(5)],
    ['a card with two blurred lights', layers(2, { filter: 'blur(60px)' })],
    ['a card with a blurred rendering', svg('<svg><filter><feGaussianBlur/></filter></svg>')],
  ])('is low for %s', (_what, tree, options = small) => {
    expect(estimateCost(tree, options).ms).toBeLessThan(costlyRenderMs);
  });

  // each was measured: it fails, or takes more than a second
  it.each<[string, VElement, typeof small, string]>([
    ['two blurred layers of 4,096 px', layers(2, { filter: 'blur(40px)' }), large, blurs],
    ['twenty of them', layers(20, { filter: 'blur(40px)' }), large, blurs],
    ['twenty of them beside a negative size', forged({ filter: 'blur(1px)', width: -100, height: 10 }), large, blurs],
    ['thirty wide shadows of one text', glow(30, 100), small, blurs],
    ['four that reach far beyond the image', glow(4, 400), small, blurs],
    ['thirty shadows of one box', box({ boxShadow: shadows(30, 100) }), small, blurs],
    ['nine inline-blocks inside one another', nested(9), small, 'inline-blocks inside one another'],
    ['twenty translucent layers', layers(20, { opacity: 0.5 }), large, 'translucent, blended or masked layers'],
    ['ten masks', box({}, ...Array.from({ length: 10 }, () => masks(1))), small, svgUses],
    ['a group that uses itself', itself, small, svgUses],
    ['turbulence', svg('<svg><filter><feTurbulence/></filter></svg>'), large, 'turbulence'],
    ['twice the pixels each way', layers(8, { filter: 'blur(40px)' }), { ...small, devicePixelRatio: 2 }, blurs],
  ])('is high for %s, and names the reason', (_what, tree, options, mostly) => {
    const cost = estimateCost(tree, options);
    expect(cost.ms).toBeGreaterThan(costlyRenderMs);
    expect(cost.mostly).toBe(mostly);
  });
});
