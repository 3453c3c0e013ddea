import { describe, expect, it } from 'vitest';
import { estimateCost } from '../../../../lambdas/core/picture/cost.ts';
import type { VElement } from '../../../../lambdas/core/vnode/vnode.ts';
import { costlyMs } from '../../../../lambdas/usecases/prove-drawable.ts';
import { optionsOf } from '../../../golden/case.ts';
import { goldenCases } from '../../../golden/cases/index.ts';
import { box, h } from '../../../golden/element.ts';

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

/** Masks that each mask two boxes of the mask before; inside an image, or in the tree itself. */
const masks = (count: number): VElement => {
  const use = (n: number) => ({ fill: 'white', ...(n < count && { mask: `url(#m${n})` }) });
  const made = Array.from({ length: count }, (_, n) =>
    h('mask', { id: `m${n}` }, h('rect', use(n + 1)), h('rect', use(n + 1))),
  );
  return box({}, h('svg', {}, h('defs', {}, ...made), h('rect', use(0))));
};
const maskText = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<mask id="m${n}">${`<g mask="url(#m${n + 1})"/>`.repeat(2)}</mask>`).join(
    '',
  );

describe('what a drawing is thought to cost', () => {
  it('is much for fonts of more than 20 MB, because with too many bytes of them nothing is ever drawn', () => {
    expect(estimateCost(box({}), small, 10e6).ms).toBeLessThan(costlyMs);
    expect(estimateCost(box({}), small, 21e6)).toMatchObject({ mostly: 'its custom fonts' });
    expect(estimateCost(box({}), small, 21e6).ms).toBeGreaterThan(costlyMs);
  });

  it('is less than is worth proving for every golden case', () => {
    const costly = goldenCases.filter((golden) => estimateCost(golden.tree, optionsOf(golden)).ms > costlyMs);

    expect(costly.map(({ name }) => name)).toEqual([]);
  });

  it.each<[string, VElement, typeof small]>([
    ['an empty picture of the largest size', box({}), large],
    ['a card with three shadows', layers(3, { width: 600, height: 300, boxShadow: '0 20px 60px #0008' }), small],
    ['a picture behind two masks', box({}, masks(1), masks(1)), small],
    ['a headline with a glow of four shadows', glow(4, 40), small],
    ['buttons in labels in buttons', nested(5), small],
    ['a card with two blurred lights', layers(2, { filter: 'blur(60px)' }), small],
    ['a card with a blurred drawing', svg('<svg><filter><feGaussianBlur/></filter></svg>'), small],
  ])('is little for %s', (_what, tree, options) => {
    expect(estimateCost(tree, options).ms).toBeLessThan(costlyMs);
  });

  // each was measured: it fails, or takes more than a second
  it.each<[string, VElement, typeof small, string]>([
    ['two blurred layers of 4,096 px', layers(2, { filter: 'blur(40px)' }), large, 'blurs and shadows'],
    ['twenty of them', layers(20, { filter: 'blur(40px)' }), large, 'blurs and shadows'],
    [
      'twenty of them beside a negative size',
      forged({ filter: 'blur(1px)', width: -1e9, height: 10 }),
      large,
      'blurs and shadows',
    ],
    ['thirty wide shadows of one text', glow(30, 100), small, 'blurs and shadows'],
    ['four that reach far beyond the picture', glow(4, 400), small, 'blurs and shadows'],
    ['thirty shadows of one box', box({ boxShadow: shadows(30, 100) }), small, 'blurs and shadows'],
    ['nine inline-blocks inside one another', nested(9), small, 'inline-blocks inside one another'],
    ['twenty translucent layers', layers(20, { opacity: 0.5 }), large, 'translucent, blended or masked layers'],
    ['four masks in one another, each twice', masks(4), small, 'its SVG masks'],
    ['forty of them, which nothing ever draws', masks(40), small, 'its SVG masks'],
    ['the same in an embedded drawing', svg(`<svg>${maskText(6)}</svg>`), small, 'its SVG masks'],
    ['turbulence', svg('<svg><filter><feTurbulence/></filter></svg>'), large, 'turbulence'],
    [
      'twice the pixels each way',
      layers(8, { filter: 'blur(40px)' }),
      { ...small, devicePixelRatio: 2 },
      'blurs and shadows',
    ],
  ])('is much for %s, and says what for', (_what, tree, options, mostly) => {
    const cost = estimateCost(tree, options);

    expect(cost.ms).toBeGreaterThan(costlyMs);
    expect(cost.mostly).toBe(mostly);
  });
});
