import { describe, expect, it } from 'vitest';
import { orderRightToLeft } from '../../../../../lambdas/core/engines/satori/tree/right-to-left.ts';
import type { Style } from '../../../../../lambdas/core/picture/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode } from '../../../../../lambdas/core/picture/tree/prepared-tree.ts';

const element = (type: string, style: Style, ...children: PreparedNode[]): PreparedElement => ({
  type,
  props: { style, children },
});

const textOf = (node: PreparedNode): string =>
  typeof node === 'string' ? node : (node.props.children ?? []).map(textOf).join('');

const ordered = (tree: PreparedElement) => {
  orderRightToLeft(tree);
  return tree;
};

describe('a line from right to left with inline elements', () => {
  it('has an item for each word, with the space after it', () => {
    const line = ordered(element('p', { direction: 'rtl' }, 'אחת ', element('b', {}, 'שתיים שלוש'), '.'));

    expect(line.props.style).toMatchObject({ display: 'flex', flexWrap: 'wrap', direction: 'rtl' });
    expect(line.props.children?.map(textOf)).toEqual(['אחת ', 'שתיים ', 'שלוש.']);
  });

  it('keeps the elements around its words', () => {
    const line = ordered(element('p', { direction: 'rtl' }, 'אחת ', element('b', { color: 'red' }, 'שתיים')));

    const [, second] = line.props.children as PreparedElement[];
    expect(second?.props.children?.[0]).toMatchObject({ type: 'b', props: { style: { color: 'red' } } });
  });

  it('holds words from left to right together, their space to their left', () => {
    const line = ordered(element('p', { direction: 'rtl' }, 'אחת ', element('b', {}, 'Node js'), ' 24 שתיים'));

    expect(line.props.children?.map(textOf)).toEqual(['אחת ', ' Node js 24', 'שתיים']);
  });

  it.each(['q', 'time', 'mark', 'label', 'samp', 'del', 'ins', 'cite', 'sub', 'sup'])(
    'counts <%s> as inline',
    (type) => {
      const line = ordered(element('p', { direction: 'rtl' }, 'אחת ', element(type, {}, 'שתיים'), ' שלוש'));

      expect(line.props.children?.map(textOf)).toEqual(['אחת ', 'שתיים ', 'שלוש']);
    },
  );

  it('is left as it is around a line break, which would be lost in a flex box', () => {
    const line = element('p', { direction: 'rtl' }, 'אחת ', element('br', {}), 'שתיים');
    const before = JSON.stringify(line);

    expect(JSON.stringify(ordered(line))).toBe(before);
  });

  it('inherits its direction and its alignment', () => {
    const line = element('div', {}, 'אחת', element('b', {}, 'שתיים'));
    ordered(element('div', { direction: 'rtl', textAlign: 'center' }, line));

    expect(line.props.style?.justifyContent).toBe('center');
  });

  it.each([
    ['from left to right', element('p', {}, 'one ', element('b', {}, 'two'))],
    ['of one text', element('p', { direction: 'rtl' }, 'אחת שתיים')],
    ['of boxes', element('p', { direction: 'rtl' }, 'אחת', element('div', {}, 'שתיים'))],
    ['in a flex box', element('p', { direction: 'rtl', display: 'flex' }, element('b', {}, 'אחת'))],
  ])('is left as it is: %s', (_name, line) => {
    const before = JSON.stringify(line);

    expect(JSON.stringify(ordered(line))).toBe(before);
  });
});
