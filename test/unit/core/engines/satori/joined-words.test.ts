import { describe, expect, it } from 'vitest';
import type { TextContext } from '../../../../../lambdas/core/engines/satori/correction.ts';
import { joinWords } from '../../../../../lambdas/core/engines/satori/tree/joined-words.ts';
import { families } from '../../../../../lambdas/core/picture/fonts/catalogue.ts';
import { writeXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import type { Style } from '../../../../../lambdas/core/picture/tree/normalise-style.ts';
import type { PreparedElement } from '../../../../../lambdas/core/picture/tree/prepared-tree.ts';
import type { VElement } from '../../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../../golden/element.ts';
import { everyNth } from '../../../../support/effort.ts';
import { layOut } from '../../../../support/layout.ts';

const clamped: Style = { display: 'block', overflow: 'hidden', lineClamp: 9 };

/** Where the contours of each text begin, from left to right. */
const startsIn = async (tree: VElement): Promise<number[][]> => {
  const layout = await layOut({ tree, width: 600, height: 300, devicePixelRatio: 1, images: {} });
  return [...writeXml(layout.document).matchAll(/ d="([^"]*)"/g)].map(([, path = '']) =>
    [...path.matchAll(/M(-?[\d.]+)/g)].map(([, x]) => Number(x)),
  );
};

const joined = (style: Style, text: string, space = 0.25): PreparedElement['props'] => {
  const tree: PreparedElement = { type: 'div', props: { style: { width: 100, ...style }, children: [text] } };
  joinWords(tree, { sheets: '', spaces: new Map([[tree, space]]) } as unknown as TextContext);
  return tree.props;
};
const text = 'Words that need three lines or more';

describe('words of a text that is cut short', () => {
  it.each(
    everyNth(
      families.map(({ name }) => [name] as const),
      6,
    ),
  )('stand where they do in another: %s', async (fontFamily) => {
    const tree = box(
      { fontFamily, fontSize: 19, letterSpacing: 0.3 },
      box({ width: 210 }, text),
      box({ ...clamped, width: 210 }, text),
    );

    const [lines = [], cut = []] = await startsIn(tree);

    expect(cut).toHaveLength(lines.length);
    for (const [index, start] of lines.entries()) expect(Math.abs(start - (cut[index] ?? 0))).toBeLessThan(0.15);
  });

  it('are as far apart as they were: two spaces of half the width, with what stands between letters', () => {
    expect(joined({ ...clamped, fontSize: 20 }, text).style?.wordSpacing).toBe('-2.5px');
    expect(joined({ ...clamped, fontSize: 20, letterSpacing: '0.1em' }, text).style?.wordSpacing).toBe('-3.5px');
  });

  it('keep the spaces and lines that they had', () => {
    expect(joined({ fontSize: 90 }, ' a \n b ').children).toEqual(['a  b']);
    expect(joined({ fontSize: 90, whiteSpace: 'pre-line' }, ' a  b \n c ').children).toEqual(['a  b\nc']);
    expect(joined({ fontSize: 90, whiteSpace: 'pre-wrap' }, ' a   b\nc').children).toEqual(['  a      b\nc']);
    expect(joined({ fontSize: 90, whiteSpace: 'pre' }, 'a b\n c')).toMatchObject({
      style: { whiteSpace: 'pre' },
      children: ['a  b\n  c'],
    });
  });

  it('keep the lines of code, however long', async () => {
    const code = Array.from({ length: 40 }, (_, line) => `line ${line} of some code`).join('\n');

    const layout = await layOut({
      tree: box({}, h('pre', { style: { margin: 0, lineHeight: '20px' } }, code)),
      ...{ width: 600, height: 300, devicePixelRatio: 1, images: {}, watch: () => {} },
    });

    expect([...layout.boxes.values()][1]?.height).toBe(800);
  });

  it.each<readonly [string, Style, string]>([
    ['in one line', { whiteSpace: 'nowrap' }, text],
    ['that is justified', { textAlign: 'justify' }, text],
    ['with a space that does not break', {}, `${text}\u00a0more`],
    ['with emoji', {}, `${text} 🚀`],
    ['whose author says how far apart', { wordSpacing: 3 }, text],
    ['whose size only the layout knows', { fontSize: '3cqw' }, text],
  ])('are left as they are: %s', (_name, style, left) => {
    const tree = joined({ fontSize: 20, ...style }, left);

    expect(tree.children).toEqual([left]);
    expect(tree.style?.wordSpacing).toBe(style.wordSpacing);
  });
});
