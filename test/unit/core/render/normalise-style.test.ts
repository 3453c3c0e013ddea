import { describe, expect, it } from 'vitest';
import { normaliseStyle } from '../../../../lambdas/core/render/normalise-style.ts';

const kept = (background: string) => normaliseStyle({ background }, (source) => source).background;

describe('normaliseStyle', () => {
  it.each(['NaNdeg', 'undefineddeg', 'deg', 'xturn'])('drops a gradient at %s, as a browser does', (angle) => {
    expect(kept(`linear-gradient(${angle}, red, blue)`)).toBeUndefined();
    expect(kept(`#fff, conic-gradient(from ${angle}, red, blue)`)).toBeUndefined();
  });

  it('drops a gradient of nothing', () => {
    expect(kept('linear-gradient()')).toBeUndefined();
  });

  it.each(['-45deg', '.25turn', '1e1deg', '100grad', 'to right', 'red', 'var(--angle)', 'calc(45deg + 1rad)'])(
    'keeps a gradient at %s',
    (angle) => {
      const gradient = `linear-gradient(${angle}, red, blue)`;
      expect(kept(gradient)).toBe(gradient);
    },
  );
});
