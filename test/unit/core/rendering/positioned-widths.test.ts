import { describe, expect, it } from 'vitest';
import type { Style } from '../../../../lambdas/core/rendering/tree/normalise-style.ts';
import { boundPositionedIn } from '../../../../lambdas/core/rendering/tree/positioned-widths.ts';
import type { PreparedElement, PreparedNode } from '../../../../lambdas/core/rendering/tree/prepared-tree.ts';

const element = (style: Style, ...children: PreparedNode[]): PreparedElement => ({
  type: 'div',
  props: { style, children },
});

/** The bound of a box in another: a share of that, pixels, and its padding where it is a flex box. */
const boundIn = (parent: Style, style: Style, ...children: PreparedNode[]) => {
  const own = element({ position: 'absolute', ...style }, ...(children.length > 0 ? children : ['text']));
  boundPositionedIn(element({}, element(parent, own)), ({ share, pixels }, { isFlexible, padding }) =>
    [share, pixels, isFlexible ? padding : 0].join(' '),
  );
  return own.props.style?.maxWidth;
};
const relative: Style = { position: 'relative', padding: '10px 20px 10px 40px' };

describe('the bound of an absolutely positioned text', () => {
  it.each<readonly [string, Style, Style, string | undefined]>([
    ['ends at the other edge', relative, { left: 60 }, '1 -60 0'],
    ['begins at the other edge', relative, { right: '2em', fontSize: 20 }, '1 -40 0'],
    ['is what is left of shares', relative, { left: '25%' }, '0.75 0 0'],
    ['begins at the padding', relative, {}, '1 -40 0'],
    ['knows the padding of a flex box', { ...relative, display: 'flex' }, { left: 10 }, '1 -10 60'],
    ['is that of the nearest box with a position', { padding: 30 }, { left: 10 }, '1 -10 0'],
    ['is not needed between two edges', relative, { left: 0, right: 0 }, undefined],
    ['is not needed beside a width', relative, { left: 0, width: 70 }, undefined],
    ['is unknown where another box places it', { padding: 30 }, {}, undefined],
    ['is unknown where it is centred', { ...relative, display: 'flex', justifyContent: 'center' }, {}, undefined],
  ])('%s', (_name, parent, style, bound) => {
    expect(boundIn(parent, style)).toBe(bound);
  });

  it('is left away where an image or a width inside may need more', () => {
    expect(boundIn(relative, { left: 0 }, { type: 'img', props: {} })).toBeUndefined();
    expect(boundIn(relative, { left: 0 }, element({}, element({ width: 900 }, 'text')))).toBeUndefined();
    expect(boundIn(relative, { left: 0 }, element({ padding: 4 }, 'text'))).toBe('1 0 0');
  });
});
