import { describe, expect, it } from 'vitest';
import { inheritVariables, noVariables, replaceVariables } from '#engine/styles/values/variables.ts';

const around = inheritVariables(
  { '--brand': ' #15803d ', '--gap': '8px', '--list': 'a, b', '--empty': '' },
  noVariables,
);

describe('references to custom properties', () => {
  it.each([
    ['var(--brand)', '#15803d'],
    ['var( --brand )', '#15803d'],
    ['VAR(--brand)', '#15803d'],
    ['var(--none, red)', 'red'],
    ['var(--none,)', ''],
    ['var(--empty, red)', ''],
    ['var(--none, var(--brand))', '#15803d'],
    ['var(--none, var(--brand) )', '#15803d'],
    ['var(--none, var(--none, var(--none, rgb(1, 2, 3))))', 'rgb(1, 2, 3)'],
    ['var(--none, a, b)', 'a, b'],
    ['1px solid var(--none,var(--brand))', '1px solid #15803d'],
    ['calc(var(--gap, var(--none, 8px)) * 2)', 'calc(8px * 2)'],
    ['linear-gradient(90deg, var(--none, var(--brand)), #86efac)', 'linear-gradient(90deg, #15803d, #86efac)'],
    ['var(--gap)var(--gap)', '8px 8px'],
    ['u var(--brand)', 'u #15803d'],
    ['"var(--brand)"', '"var(--brand)"'],
    ['uvar(--brand)', 'uvar(--brand)'],
    ['env(safe-area-inset-top, 4px)', '0px'],
    ['env(none, 4px)', '4px'],
    ['red', 'red'],
  ])('%s is %o', (value, replaced) => {
    expect(replaceVariables(value, around)).toBe(replaced);
  });

  it.each(['var(--none)', 'red var(--none)', 'var(--none, var(--other))', 'var(brand)', 'var(--brand x)', 'env(none)'])(
    '%s has no value',
    (value) => {
      expect(replaceVariables(value, around)).toBeUndefined();
    },
  );
});

describe('custom properties of an element', () => {
  it('refer to its own and to inherited ones, where they are set', () => {
    const outer = inheritVariables({ '--a': 'red', '--b': 'var(--a)' }, around);
    const inner = inheritVariables({ '--a': 'blue', '--c': 'var(--a) var(--gap)' }, outer);
    expect([inner['--a'], inner['--b'], inner['--c'], inner['--brand']]).toEqual([
      'blue',
      'red',
      'blue 8px',
      '#15803d',
    ]);
  });

  it('in a cycle have no value, and hide inherited ones', () => {
    const own = inheritVariables(
      { '--brand': 'var(--x, red)', '--x': 'var(--brand, red)', '--y': 'var(--x, 1)' },
      around,
    );
    expect([own['--brand'], own['--x'], own['--y']]).toEqual([undefined, undefined, '1']);
  });

  it.each([
    ['inherit', '8px'],
    ['unset', '8px'],
    ['initial', undefined],
  ])('of the value %s', (value, computed) => {
    expect(inheritVariables({ '--gap': value }, around)['--gap']).toBe(computed);
  });

  it('are not copied', () => {
    const own = inheritVariables({ '--x': '1' }, around);
    expect(Object.keys(own)).toEqual(['--x']);
    expect(inheritVariables({ color: 'red' }, own)).toBe(own);
  });

  it('that multiply end at 10,000 characters', () => {
    const names = Array.from({ length: 30 }, (_, at) => [
      `--v${at}`,
      at === 0 ? 'x'.repeat(9) : `var(--v${at - 1}) var(--v${at - 1})`,
    ]);
    const own = inheritVariables(Object.fromEntries(names), noVariables);
    expect(Math.max(...Object.values(own).map((value) => value?.length ?? 0))).toBeLessThanOrEqual(10_001);
    expect(own['--v29']).toBeUndefined();
  });
});
