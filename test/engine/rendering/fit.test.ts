import { describe, expect, it } from 'vitest';
import { engineNames } from '#engine/engine-names.ts';
import type { Json } from '#engine/json.ts';
import type { PreparedNode } from '#engine/rendering/tree/prepared-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { laidOutBy } from '../../support/layout.ts';
import { box, h } from '../golden/element.ts';

/** takumi returns heights in fractions of a pixel: text may be higher than its box by half of one (`fit/measured-copy.ts`). */
const within = { satori: 0, takumi: 0.5 } as const;

describe.each(engineNames)('the size of a fitted text, by %s,', (engine) => {
  /** Font sizes of the elements with text, in order, as the image is laid out. */
  const sizesIn = async (tree: VElement): Promise<number[]> => {
    const sizes: number[] = [];
    const visit = (node: PreparedNode) => {
      if (typeof node === 'string') return;
      if (typeof node.props.style?.fontSize === 'number') sizes.push(node.props.style.fontSize);
      expect(node.props).not.toHaveProperty('fit');
      for (const child of node.props.children ?? []) visit(child);
    };
    await laidOutBy[engine]({ tree, width: 800, height: 400, devicePixelRatio: 1, images: {} }, visit);
    return sizes;
  };
  const getSize = async (text: string, style: { [name: string]: Json } = {}, fit: Json = true): Promise<number> => {
    const own = { width: 300, height: 100, flexShrink: 0, lineHeight: 1.2, ...style };
    const root = { display: 'flex', width: '100%', height: '100%' };
    const [size = 0] = await sizesIn(box(root, h('div', { fit, style: own }, text)));
    return size;
  };

  it('is the largest at which its lines are not higher than the box', async () => {
    expect(await getSize('Hi')).toBe(83.5);
    expect(await getSize('Hi', { lineHeight: 1 })).toBe(100 + within[engine]);
    const framed = { lineHeight: 1, padding: '10px 0', border: '5px solid red' };
    expect(await getSize('Hi', framed)).toBe(70 + within[engine]);
  });

  it('is the largest at which its longest word is not wider than the box', async () => {
    const one = await getSize('Unbreakable', { height: 1000 });
    const twice = await getSize('Unbreakable', { width: 600, height: 1000 });
    expect(one).toBeGreaterThan(40);
    expect(Math.abs(twice / one - 2)).toBeLessThan(0.03);
  });

  it.each([[{ overflowWrap: 'break-word' }], [{ overflowWrap: 'anywhere' }], [{ wordBreak: 'break-all' }]])(
    'breaks no word that fits whole at a smaller size, though it may: %o',
    async (style) => {
      const whole = await getSize('An Unbreakable word', { height: 1000 });
      expect(await getSize('An Unbreakable word', { height: 1000, ...style })).toBe(whole);
      // at no size of the range: then it breaks
      const broken = await getSize('Unbreakable', { height: 1000, ...style }, [80, 120]);
      // satori 0.33 knows word-break alone
      expect(broken).toBe(engine === 'takumi' || 'wordBreak' in style ? 120 : 80);
      expect(await getSize('Unbreakable', { height: 1000 }, [80, 120])).toBe(80);
    },
  );

  it('stays within its range: 12 to its own size or 200, or what it names', async () => {
    const long = 'word '.repeat(200);

    expect(await getSize(long)).toBe(12);
    expect(await getSize('Hi', { fontSize: 30 })).toBe(30);
    expect(await getSize('Hi', { height: 390 })).toBe(200);
    expect(await getSize('Hi', {}, [20, 44.5])).toBe(44.5);
    expect(await getSize(long, {}, [20, 44])).toBe(20);
    expect(await getSize(long, {}, [44, 20])).toBe(20);
    expect(await getSize('Hi', {}, false)).toBe(0);
  });

  it('leaves room for what stands beside a box that grows', async () => {
    const column = (height: number) =>
      box(
        { display: 'flex', flexDirection: 'column', width: 300, height },
        h('div', { fit: true, style: { lineHeight: 1 } }, 'Hi'),
        box({ height: 40, flexShrink: 0 }),
      );

    expect(await sizesIn(column(100))).toEqual([60 + within[engine]]);
    expect(await sizesIn(column(90))).toEqual([50 + within[engine]]);
  });

  it('is inherited by nothing but its own text, and found for each of several', async () => {
    const item = (text: string) =>
      h('p', { fit: true, style: { width: 200, height: 50, flexShrink: 0, margin: 0, lineHeight: 1 } }, text);
    const [first, second] = await sizesIn(box({ display: 'flex' }, item('One'), item('A longer one')));
    expect(first).toBe(50 + within[engine]);
    expect(second).toBeLessThan(40);
  });
});
