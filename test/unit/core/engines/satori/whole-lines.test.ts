import { describe, expect, it } from 'vitest';
import { layoutEngine } from '../../../../../lambdas/core/engines/satori/layout.ts';
import { withTurnedOffsets } from '../../../../../lambdas/core/engines/satori/tree/vertical-offsets.ts';
import { writeXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import type { Style } from '../../../../../lambdas/core/picture/tree/normalise-style.ts';
import type { VElement, VNode } from '../../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../../golden/element.ts';
import { installed, layOut } from '../../../../support/layout.ts';

const laidOut = async (tree: VElement, lay = layOut) => {
  const layout = await lay({ tree, width: 300, height: 200, devicePixelRatio: 1, images: {}, watch: () => {} });
  return { svg: writeXml(layout.document), boxes: [...layout.boxes.entries()] };
};

const heightOf = async (style: Style, ...children: VNode[]): Promise<number> => {
  const { boxes } = await laidOut(box({ fontSize: 20 }, box({ lineHeight: 1.22, width: 120, ...style }, children)));
  return boxes[1]?.[1].height ?? 0;
};
const text = 'Words that need three lines or more';

describe('texts of several words', () => {
  it.each<readonly [string, Style]>([
    ['of a block', {}],
    ['of a flex box', { display: 'flex' }],
    ['that are centred', { textAlign: 'center' }],
    ['that are justified', { textAlign: 'justify' }],
    ['whose spaces are kept', { whiteSpace: 'pre-wrap' }],
  ])('have lines of parts of a pixel: %s', async (_name, style) => {
    // four of 24.4 px
    expect(await heightOf(style, text)).toBe(98);
  });

  it('are left where satori lays them out only by themselves', async () => {
    expect(await heightOf({ lineClamp: 2, display: 'block', overflow: 'hidden' }, text)).toBe(48);
    expect(await heightOf({ whiteSpace: 'pre-wrap' }, 'Words  that need three lines or more')).toBe(96);
    expect(await heightOf({ direction: 'rtl' }, text)).toBe(96);
    expect(await heightOf({ textDecoration: 'underline' }, text)).toBe(96);
    expect(await heightOf({}, 'Words that 🚀 need three lines or more')).toBe(96);
  });

  it('share a flex box with elements as before', async () => {
    const { boxes } = await laidOut(
      box(
        { display: 'flex', gap: 10, fontSize: 20 },
        'two words and some more',
        h('i', {}, 'one'),
        'and a text at the end',
      ),
    );
    const [, first, italic] = boxes.map(([, { left }]) => left);

    expect(boxes.filter(([{ type }]) => type === 'div')).toHaveLength(3);
    expect(first).toBe(0);
    expect(italic).toBeGreaterThan(10);
  });

  it('hand on no mark of how high their lines are, whatever their letters are drawn with', async () => {
    for (const style of [
      {},
      { textShadow: '1px 1px 2px red' },
      { opacity: 0.5 },
      { fontFamily: 'Anton', fontWeight: 700 },
    ]) {
      const { svg } = await laidOut(box({ fontSize: 20, lineHeight: 1.22, width: 120, ...style }, text));

      expect(svg).toContain('<path');
      expect(svg).not.toMatch(/stroke-width="\d*\.?\d*e-|stroke-width="0\.0000/);
    }
  });

  it('keep a stroke of their own', async () => {
    const { svg } = await laidOut(
      box({ fontSize: 20, lineHeight: 1.22, width: 120, WebkitTextStroke: '2px red' }, text),
    );

    expect(svg).toContain('stroke-width="2px"');
  });

  it('have the room that the margins of their flex box leave', async () => {
    const column = { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', fontSize: 20 };
    const { boxes } = await laidOut(box(column, box({ display: 'flex', marginLeft: 60, marginRight: 40 }, text)));

    expect(boxes[1]?.[1]).toMatchObject({ left: 60, width: 200 });
  });
});

describe('the space after letters of another font', () => {
  const endOf = async (lay = layOut): Promise<number> => {
    const { svg } = await laidOut(box({ fontSize: 40, lineHeight: '50px', whiteSpace: 'nowrap' }, 'नमस्ते l'), lay);
    return Number([...(/ d="([^"]*)"/.exec(svg)?.[1]?.matchAll(/M([\d.]+)/g) ?? [])].at(-1)?.[1]);
  };

  it('is that of the first font, where satori takes that of the letter', async () => {
    const { fonts, ...parts } = installed();
    const uncorrected = await endOf(layoutEngine({ fonts: withTurnedOffsets(fonts), ...parts }));

    expect(Math.abs((await endOf()) - uncorrected)).toBeGreaterThan(0.5);
  });
});
