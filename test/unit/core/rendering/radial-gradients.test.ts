import { describe, expect, it } from 'vitest';
import type { Style } from '../../../../lambdas/core/rendering/tree/normalise-style.ts';
import { settleRadialGradients } from '../../../../lambdas/core/rendering/tree/radial-gradients.ts';

const settled = (given: Style) => {
  const style = { ...given };
  settleRadialGradients({ type: 'div', props: { style } });
  return style.backgroundImage ?? style.background;
};
const tiled = (backgroundImage: string) => settled({ backgroundImage, backgroundSize: '30px 40px' });

describe('settleRadialGradients', () => {
  it.each([
    ['top', '50% 0%'],
    ['bottom', '50% 100%'],
    ['left', '0% 50%'],
    ['right', '100% 50%'],
    ['top right', '100% 0%'],
    ['right top', '100% 0%'],
    ['top center', '50% 0%'],
    ['center top', '50% 0%'],
    ['left 20%', '0% 20%'],
    ['30% bottom', '30% 100%'],
    ['25px', '25px 50%'],
    ['50% -20%', '50% -20%'],
    ['top 20% left 30%', '30% 20%'],
    ['right 20% bottom 10%', '80% 90%'],
    ['right 20px top 0', 'right 20px top 0'],
  ])('writes a centre at %s as %s', (centre, written) => {
    expect(settled({ backgroundImage: `radial-gradient(ellipse at ${centre}, red, blue 60%)` })).toBe(
      `radial-gradient(ellipse at ${written}, red, blue 60%)`,
    );
  });

  it.each([
    ['red, blue', 'red, blue 100%'],
    ['red 0, blue 20%, rgb(1, 2, 3)', 'red 0, blue 20%, rgb(1, 2, 3) 100%'],
    ['red, blue 20px', 'red, blue 20px'],
  ])('names the end of what repeats: %s', (stops, written) => {
    expect(settled({ background: `repeating-radial-gradient(${stops})` })).toBe(
      `repeating-radial-gradient(at 50% 50%, ${written})`,
    );
  });

  it('names the centre where nothing is said of it, and leaves the stops of what repeats', () => {
    expect(settled({ background: 'radial-gradient(red, blue), #fff' })).toBe(
      'radial-gradient(at 50% 50%, red, blue), #fff',
    );
    expect(settled({ background: 'repeating-radial-gradient(circle at top, #fff 0 4px, red 4px 12px)' })).toBe(
      'repeating-radial-gradient(circle at 50% 0%, #fff 0 4px, red 4px 12px)',
    );
  });

  it('measures lengths by the radius a tile gives', () => {
    expect(tiled('radial-gradient(circle, #fff 5px, transparent 10px)')).toBe(
      'radial-gradient(circle at 50% 50%, #fff 20%, transparent 40%)',
    );
    expect(tiled('radial-gradient(circle closest-side, #fff 3px, transparent 0)')).toBe(
      'radial-gradient(circle closest-side at 50% 50%, #fff 20%, transparent 0%)',
    );
    expect(tiled('radial-gradient(closest-side at 10px 50%, rgba(0, 0, 0, .5) 5px, transparent 60%)')).toBe(
      'radial-gradient(closest-side at 10px 50%, rgba(0, 0, 0, .5) 50%, transparent 60%)',
    );
  });

  it('measures an ellipse along its horizontal radius', () => {
    const share = /#fff ([\d.]+)%/.exec(String(tiled('radial-gradient(#fff 15px, transparent)')))?.[1];
    expect(Number(share)).toBeCloseTo(100 / Math.SQRT2, 3);
  });

  it('takes the size out of the shorthand, and that of the box where no tile is named', () => {
    expect(
      settled({ background: 'red radial-gradient(circle closest-side, #fff 5px, transparent 0) 0 0 / 20px 20px' }),
    ).toBe('red radial-gradient(circle closest-side at 50% 50%, #fff 50%, transparent 0%) 0 0 / 20px 20px');
    expect(
      settled({ background: 'radial-gradient(circle closest-side, #fff 5px, red)', width: 100, height: '2rem' }),
    ).toBe('radial-gradient(circle closest-side at 50% 50%, #fff 31.25%, red)');
  });

  it('makes the largest length the radius of a circle in an open box', () => {
    expect(settled({ backgroundImage: 'radial-gradient(circle at 20% 0, red, blue 100px, transparent 400px)' })).toBe(
      'radial-gradient(circle 400px at 20% 0, red, blue 25%, transparent 100%)',
    );
  });

  it('pairs each layer with its own tile', () => {
    const dots = (size: string) => `radial-gradient(circle closest-side at 50% 50%, #fff ${size}, transparent 0%)`;
    expect(settled({ backgroundImage: `${dots('5px')}, ${dots('5px')}`, backgroundSize: '20px 20px, 50px 40px' })).toBe(
      `${dots('50%')}, ${dots('25%')}`,
    );
  });

  it.each([
    'radial-gradient(circle at 25px 25px, lightgray 2%, transparent 0%)',
    'radial-gradient(ellipse at 50% 0%, #fff 2px, transparent 3px)',
    'linear-gradient(#fff 1px, transparent 1px)',
    'radial-gradient(circle at 0% 0%, red 10px, transparent 80%)',
    'url("data:image/svg+xml,radial-gradient(circle, #fff 5px, red)")',
  ])('leaves %s in an open box', (backgroundImage) => {
    expect(settled({ backgroundImage, width: '100%' })).toBe(backgroundImage);
  });
});
