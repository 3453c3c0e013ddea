import { describe, expect, it } from 'vitest';
import { layoutTreeIn } from '../../../../../lambdas/core/engines/satori/layout-tree.ts';
import { writeXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import type { Style } from '../../../../../lambdas/core/picture/tree/normalise-style.ts';
import type { VElement } from '../../../../../lambdas/core/vnode/vnode.ts';
import { box } from '../../../../golden/element.ts';
import { layOut } from '../../../../support/layout.ts';

const laidOut = async (tree: VElement) => {
  const layout = await layOut({ tree, width: 301, height: 101, devicePixelRatio: 1, images: {}, watch: () => {} });
  const svg = writeXml(layout.document);
  const starts = [...svg.matchAll(/ d="M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  const contours = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) => path.split('M').length - 1);
  return { starts, contours, boxes: [...layout.boxes.values()] };
};

/** Where the letter of a text begins that stands at a place. */
const atPlace = async (left: number) => {
  const { starts } = await laidOut(box({}, box({ position: 'absolute', left, top: 0 }, 'H')));
  return starts[0]?.x ?? Number.NaN;
};

const centred: Style = {
  display: 'flex',
  width: '100%',
  height: '100%',
  alignItems: 'center',
  justifyContent: 'center',
};

describe('boxes and texts between whole pixels', () => {
  it('are moved to whole ones, each edge by itself, and stay where they are', async () => {
    const chip: Style = { padding: '0 8px', width: 50.4 };
    const { boxes, starts } = await laidOut(
      box({ display: 'flex', gap: 6 }, box(chip, 'H'), box(chip, 'H'), box(chip, 'H')),
    );

    const edges = boxes.slice(1).map(({ left, width }) => [left, left + width]);
    expect(edges).toEqual([
      [0, 50],
      [56, 107],
      [113, 163],
    ]);
    expect(starts.map(({ x }) => x)).toEqual([
      expect.closeTo(await atPlace(8), 1),
      expect.closeTo((await atPlace(0)) + 64.4, 1),
      expect.closeTo((await atPlace(0)) + 120.8, 1),
    ]);
  });

  it.each<readonly [string, Style]>([
    ['of a flex box', centred],
    [
      'of a grid',
      {
        ...centred,
        display: 'grid',
        justifyItems: 'center',
        gridTemplateColumns: '[a] repeat(1, [b] minmax(0, 1fr)) [c] 0px [d]',
        gridTemplateAreas: '"x y"',
      },
    ],
    ['of a cell of a grid', { ...centred, display: 'grid' }],
  ])('are centred: the text %s', async (_name, style) => {
    const { starts } = await laidOut(
      box(style, box({ display: 'flex', gridColumn: 'a / span 1', width: 20.5, height: 20 }, 'H')),
    );

    expect(Math.abs((starts[0]?.x ?? 0) - (await atPlace(0)) - (301 - 20.5) / 2)).toBeLessThan(0.11);
  });

  it('are told apart in what satori writes for its layout engine, and another way to write it is noticed', () => {
    const style = new Array(71).fill(0);
    const plain = [...style, 0, 0];
    const tree = [3, ...plain, 0, 2, 1, 2, ...plain, 1, 0, ...plain, 0, 0];

    expect(layoutTreeIn(Float32Array.from(tree))).toEqual([
      { parent: 0, isText: false },
      { parent: 0, isText: true },
      { parent: 0, isText: false },
    ]);
    expect(() => layoutTreeIn(Float32Array.from([...tree, 0]))).toThrow('in another way');
    expect(() => layoutTreeIn(Float32Array.from(tree.slice(0, -1)))).toThrow('in another way');
  });

  it('do not cut a text short that has the room it needs', async () => {
    const cut: Style = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
    for (const left of [0.1, 0.3, 0.5, 0.7]) {
      const { contours } = await laidOut(
        box({ display: 'flex', paddingLeft: left }, box({}, 'Hamburg'), box(cut, 'Hamburg')),
      );
      expect(contours).toEqual([contours[0], contours[0]]);
    }
  });
});
