import { describe, expect, it } from 'vitest';
import type { TextContext } from '../../../../../lambdas/core/engines/satori/correction.ts';
import { roundLineHeights } from '../../../../../lambdas/core/engines/satori/tree/line-heights.ts';
import type { FontMetrics } from '../../../../../lambdas/core/picture/fonts/font-files.ts';
import { rootTextStyle } from '../../../../../lambdas/core/picture/fonts/text-style.ts';
import type { Style } from '../../../../../lambdas/core/picture/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode } from '../../../../../lambdas/core/picture/tree/prepared-tree.ts';

const latin: FontMetrics = { ascent: 0.96875, descent: 0.2412, lineGap: 0 };
const tall: FontMetrics = { ascent: 1.37, descent: 0.74, lineGap: 0 };
const fonts = {
  root: rootTextStyle(),
  metricsFor: () => ({
    first: latin,
    of: (codePoint: number) => (codePoint < 0x80 ? latin : codePoint === 0xfffc ? undefined : tall),
  }),
} as unknown as TextContext['fonts'];

const element = (style: Style, ...children: PreparedNode[]): PreparedElement => ({
  type: 'div',
  props: { style, children },
});

const settled = (style: Style, ...children: PreparedNode[]) => {
  const tree = element(style, ...children);
  const lines: TextContext['lines'] = new Map();
  roundLineHeights(tree, {
    fonts,
    sheets: '',
    lines,
    spaces: new Map(),
    isPicture: (grapheme) => grapheme === '❤️‍🔥',
  });
  return { height: tree.props.style?.lineHeight, metricsOf: lines.get(tree) };
};
const heightOf = (style: Style, ...children: PreparedNode[]) => settled(style, ...children).height;

describe('the baseline of a text in several fonts', () => {
  it('is that of the first font where the line height is given', () => {
    const { metricsOf } = settled({ fontSize: 20, lineHeight: 1.5 }, 'नमस्ते');

    expect(metricsOf?.(tall)).toEqual(latin);
    expect(metricsOf?.(latin)).toEqual(latin);
  });

  it('is that of the fonts of each line, in whole pixels', () => {
    const { metricsOf, height } = settled({ fontSize: 20 }, 'one word of नमस्ते here');

    expect(height).toBe('normal');
    // 27.4 and 14.8, 19.4 and 4.8; never less than a whole pixel
    expect(metricsOf?.(tall)).toEqual({ ascent: 27.01 / 20, descent: 15.01 / 20 });
    expect(metricsOf?.(latin)).toEqual({ ascent: 19.01 / 20, descent: 5.01 / 20 });
  });

  it('from right to left is that of the tallest where most words need it, and of each line by itself where few do', () => {
    const { ascent, descent } = tall;
    const most = settled({ fontSize: 20 }, 'שלום עולם').metricsOf;
    const few = settled({ fontSize: 20 }, 'one word of שלום here').metricsOf;

    expect(most?.(latin)).toEqual({ ascent, descent });
    // whole pixels: 27.4 and 14.8, 19.4 and 4.8
    expect(few?.(tall)).toEqual({ ascent: 27 / 20, descent: 15 / 20 });
    expect(few?.(latin)).toEqual({ ascent: 19 / 20, descent: 5 / 20 });
  });

  it('is left to a text in one font', () => {
    expect(settled({ fontSize: 20, lineHeight: 1.5 }, 'text').metricsOf).toBeUndefined();
    expect(settled({ fontSize: 20 }, 'text').metricsOf).toBeUndefined();
  });
});

describe('line heights left to the font', () => {
  it('are ascent and descent, each rounded to whole pixels', () => {
    // 15.5 and 3.86
    expect(heightOf({ fontSize: 16 }, 'text')).toBe('20px');
    // 10.66 and 2.65
    expect(heightOf({ fontSize: '11px' }, 'text')).toBe('14px');
  });

  it('know nothing of the fonts that an emoji would be written in', () => {
    expect(heightOf({ fontSize: 16 }, 'text ❤️‍🔥')).toBe('20px');
    expect(heightOf({ fontSize: 16 }, 'text ❤')).not.toBe('20px');
  });

  it('follow the size of the text around, in every unit', () => {
    const inner = element({ fontSize: '1.5em' }, 'text');
    heightOf({ fontSize: '1rem' }, inner);

    // 24 px: 23.25 and 5.79
    expect(inner.props.style?.lineHeight).toBe('29px');
  });

  it('are left open where the size of the text is still to be found', () => {
    const inner = element({}, 'text');
    const fitted: PreparedElement = { type: 'div', props: { fit: true, style: {}, children: [inner] } };
    heightOf({ fontSize: 16 }, 'around', fitted);

    expect(fitted.props.style?.lineHeight).toBe('normal');
    expect(inner.props.style?.lineHeight).toBeUndefined();
  });

  it('count the space between lines in whole pixels', () => {
    const airy = { ...latin, lineGap: 0.03 };
    const element20 = element({ fontSize: 20 }, 'text');
    const all = {
      root: rootTextStyle(),
      metricsFor: () => ({ first: airy, of: () => airy }),
    } as unknown as TextContext['fonts'];
    roundLineHeights(element20, {
      fonts: all,
      sheets: '',
      lines: new Map(),
      spaces: new Map(),
      isPicture: () => false,
    });

    // 19.4, 4.8 and 0.6
    expect(element20.props.style?.lineHeight).toBe('25px');
  });

  it('are settled beside style sheets that say nothing of texts, and left beside others', () => {
    const heightBeside = (sheets: string) => {
      const tree = element({ fontSize: 16 }, 'text');
      roundLineHeights(tree, { fonts, sheets, lines: new Map(), spaces: new Map(), isPicture: () => false });
      return tree.props.style?.lineHeight;
    };

    expect(heightBeside('* { position: relative }')).toBe('20px');
    for (const sheet of [
      'p { line-height: 2 }',
      'div { font: 20px Lora }',
      'div > * { top: 0 }',
      'p:first-child { top: 0 }',
    ])
      expect(heightBeside(sheet), sheet).toBeUndefined();
  });

  it('stay as the author wrote them', () => {
    expect(heightOf({ fontSize: 16, lineHeight: 1.5 }, 'text')).toBe(1.5);
    const inner = element({}, 'text');
    heightOf({ lineHeight: 1.5 }, inner);

    expect(inner.props.style?.lineHeight).toBeUndefined();
  });

  it('take the taller font where most words from right to left need it, and none where few do', () => {
    expect(heightOf({ fontSize: 20 }, 'שלום עולם')).toBe('42px');
    expect(heightOf({ fontSize: 20 }, 'one word of שלום here')).toBe('normal');
  });

  it('stay open where the size cannot be told', () => {
    expect(heightOf({ fontSize: 'calc(1em + 2px)' }, 'text')).toBe('normal');
  });
});
