import { describe, expect, it } from 'vitest';
import { unreadableIn } from '../../../../../lambdas/core/engines/satori/tree/unreadable.ts';
import { writeXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import type { VElement } from '../../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../../golden/element.ts';
import { layOut } from '../../../../support/layout.ts';

type Value = string | number;

const laidOut = async (tree: VElement) => {
  const { document, styleErrors } = await layOut({ tree, width: 400, height: 200, devicePixelRatio: 1, images: {} });
  return { svg: writeXml(document), styleErrors };
};
const around = (inner: VElement, ...before: VElement[]) =>
  box({ display: 'flex', width: '100%', background: '#eee', color: 'navy' }, ...before, inner);
const content = ['Text and ', h('b', {}, 'more')];
const plain = around(box({ fontSize: 30 }, ...content));

const unreadable: readonly (readonly [property: string, value: Value])[] = [
  ['boxShadow', 5],
  ['maskImage', '1px'],
  ['clipPath', 'calc(1px / 0)'],
  ['clipPath', 'inset(1)'],
  ['clipPath', 'inset(5px a)'],
  ['clipPath', 'inset(calc(1px + 2%))'],
  ['clipPath', 'inset(1px / 2px)'],
  ['clipPath', 'shape(red)'],
  ['background', 'url(#a)'],
  ['color', 5],
  ['color', 'max(1, 2)'],
  ['color', 'hsl('],
  ['color', 'hsl(NaN, 5%, 5%)'],
  ['color', 'hsla()'],
  ['width', 'true'],
  ['rowGap', 'false'],
  ['background', 'linear-gradient()'],
  ['background', 'linear-gradient(NaNdeg, red, blue)'],
  ['backgroundImage', 'linear-gradient(xturn, red, blue)'],
  ['background', 'conic-gradient(from, red, blue)'],
  ['backgroundImage', 'repeating-conic-gradient(from x, red, blue)'],
  ['backgroundImage', 'radial-gradient(circle -5px at 0 0, red, blue)'],
];

describe('a declaration the layout library throws at', () => {
  it.each(unreadable)('is passed over: %s: %s', async (property, value) => {
    const { svg, styleErrors } = await laidOut(around(box({ fontSize: 30, [property]: value }, ...content)));

    expect(svg).toBe((await laidOut(plain)).svg);
    expect(styleErrors).toContain(`\`${property}: ${value}\` cannot be read.`);
  });

  it('is passed over in a style sheet, and no other beside it', async () => {
    const sheet = (clip: string) =>
      h(
        'style',
        {},
        `.a:first-child { color: red } .a { font-size: 30px; /* a: b; */ ${clip} } .b { content: ";}"; color: teal }`,
      );
    const withSheet = (clip: string) => laidOut(around(h('div', { className: 'a b' }, ...content), sheet(clip)));

    const { svg, styleErrors } = await withSheet('clip-path: inset(1px / 2px);');

    expect(svg).toBe((await withSheet('')).svg);
    expect(styleErrors).toEqual(['`clip-path: inset(1px / 2px)` cannot be read.']);
  });

  it('is passed over in a utility class', async () => {
    const withClasses = (tw: string) => laidOut(around(h('div', { tw }, ...content)));

    const { svg } = await withClasses('text-3xl text-[hsl(NaN,5%,5%)]');

    expect(svg).toBe((await withClasses('text-3xl')).svg);
  });

  it('is passed over where a custom property says it, and the property keeps its other meanings', async () => {
    const tree = (style: { [name: string]: Value }) =>
      around(
        box(
          { fontSize: 30, '--side': 'center', ...style },
          box({ clipPath: 'var(--clip)', textAlign: 'var(--side)' }, 'One'),
          box({ '--clip': 'inset(0 5px)', clipPath: 'var(--clip)' }, 'Two'),
        ),
      );

    const { svg, styleErrors } = await laidOut(tree({ '--clip': 'inset(1px / 2px)' }));

    expect(svg).toBe((await laidOut(tree({}))).svg);
    expect(styleErrors).toEqual(['`--clip: inset(1px / 2px)` cannot be read.']);
  });
});

describe('unreadableIn', () => {
  const widths = (count: number) =>
    box({}, ...Array.from({ length: count }, (_, index) => box({ width: `${index}px` }, 'x')));
  const tried = async (count: number, isBad: (value: string) => boolean) => {
    let layouts = 0;
    const found = await unreadableIn(widths(count), 400, async (trial) => {
      layouts += 1;
      return JSON.stringify(trial).split('"').some(isBad);
    });
    return { found: found.map(({ value }) => value), layouts };
  };

  it('finds nothing where no declaration fails alone', async () => {
    expect(await tried(9, () => false)).toEqual({ found: [], layouts: 1 });
  });

  it('finds a few among thousands in few layouts', async () => {
    const bad = ['17px', '1999px', '2345px'];
    const { found, layouts } = await tried(2_500, (text) => bad.includes(text));

    expect(found).toEqual(bad);
    expect(layouts).toBeLessThan(80);
  });

  it('does not look among more than can be laid out', async () => {
    expect(await tried(2_501, () => true)).toEqual({ found: [], layouts: 0 });
  });

  it('gives up where hundreds are', async () => {
    expect(await tried(2_500, (text) => text.endsWith('1px'))).toEqual({ found: [], layouts: 500 });
  });
});
