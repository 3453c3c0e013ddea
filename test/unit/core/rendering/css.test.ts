import { describe, expect, it } from 'vitest';
import { getEdges } from '../../../../lambdas/core/rendering/css/edges.ts';
import { getLength, getPixels } from '../../../../lambdas/core/rendering/css/lengths.ts';
import { readSheet, stripDeclarations } from '../../../../lambdas/core/rendering/css/sheets.ts';
import { getList } from '../../../../lambdas/core/rendering/css/tokens.ts';

describe('listOf', () => {
  it.each([
    ['a, b(c, d), "e, f"', ',', ['a', 'b(c, d)', '"e, f"']],
    ['url(data:x,y) 0 0, red', ',', ['url(data:x,y) 0 0', 'red']],
    ['a\\,b, c', ',', ['a\\,b', 'c']],
    ['a /* , */ b, c', ',', ['a /* , */ b', 'c']],
    ['"it\\"s, one", two', ',', ['"it\\"s, one"', 'two']],
    ['a), b', ',', ['a)', 'b']],
    ['circle at  10% 20%', ' ', ['circle', 'at', '10%', '20%']],
    [' , ', ',', []],
  ] as const)('cuts %s at %j', (text, separator, parts) => {
    expect(getList(text, separator)).toEqual(parts);
  });
});

describe('a style sheet', () => {
  const css = 'p:hover { color: red; /* x: y; */ background: url("a;b}c") } @media (a: b) { q { top: 0 } }';

  it('is read declaration by declaration', () => {
    const reported: string[] = [];
    readSheet(css, {
      open: (head) => reported.push(`${head} {`),
      declaration: ({ property, value }) => reported.push(`${property}=${value}`),
      close: () => reported.push('}'),
    });

    const inP = ['p:hover {', 'color=red', 'background=url("a;b}c")', '}'];
    expect(reported).toEqual([...inP, '@media (a: b) {', 'q {', 'top=0', '}', '}']);
  });

  it('loses the declarations that are left out, and nothing else', () => {
    expect(stripDeclarations('p{color:red;top:0} b{color:red}', (property) => property === 'color')).toBe(
      'p{;top:0} b{}',
    );
  });
});

describe('lengths', () => {
  it.each([
    [12, 12],
    ['12', 12],
    ['-1.5em', -30],
    ['.5rem', 8],
    ['3pt', 4],
    ['1IN', 96],
    ['1ex', 10],
    ['40%', undefined],
    ['2vw', undefined],
    ['calc(1px)', undefined],
    ['auto', undefined],
    [undefined, undefined],
  ])('%s is %s pixels in text of 20', (value, pixels) => {
    expect(getPixels(value, 20)).toBe(pixels);
  });

  it('that follow an unknown font size are not known', () => {
    expect([getPixels('1em'), getPixels('1rem'), getLength('40%')]).toEqual([undefined, 16, { amount: 40, unit: '%' }]);
  });
});

describe('edgesOf', () => {
  it.each([
    [{ padding: 8, border: '2px solid red' }, [10, 10, 10, 10]],
    [{ padding: '1px 2em', paddingLeft: 0 }, [1, 40, 1, 0]],
    [{ border: 'solid 1em red', borderTop: '1px solid' }, [1, 20, 20, 20]],
    [{ borderWidth: '1px 2px', borderBottomWidth: '1rem' }, [1, 2, 16, 2]],
    [{ padding: '-5px', border: 'none' }, [0, 0, 0, 0]],
    [{ border: '2px solid rgb(1 2 3)' }, [2, 2, 2, 2]],
  ])('%j', (style, [top, right, bottom, left]) => {
    expect(getEdges(style, 20)).toEqual({ top, right, bottom, left });
  });
});
