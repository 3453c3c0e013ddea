import { parseStrictJson, UnsafeJson } from 'image-url-contract/strict-json.ts';
import { describe, expect, it } from 'vitest';

describe('strict JSON', () => {
  it('reads what JSON.parse reads', () => {
    const value = { a: [1, 2.5, 'ü\u2028', null, true], b: { a: {} } };
    expect(parseStrictJson(JSON.stringify(value))).toEqual(value);
  });

  it.each([
    ['{"a":1,"a":1}', '"a" twice'],
    ['{"x":[{"b":1,"\\u0062":2}]}', '"b" twice'],
    ['{"__proto__":1}', '"__proto__"'],
    ['{"a":{"constructor":{"prototype":1}}}', '"constructor"'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'levels deep'],
  ])('refuses %s and says why', (text, why) => {
    expect(() => parseStrictJson(text)).toThrow(UnsafeJson);
    expect(() => parseStrictJson(text)).toThrow(why);
  });

  it('quotes the beginning of a long key', () => {
    const key = 'k'.repeat(5_000);
    const parse = () => parseStrictJson(`{"${key}":1,"${key}":1}`);
    expect(parse).toThrow(/^The request body has the key "k{80}\.\.\." twice/);
  });

  it('lets the same key stand in different objects', () => {
    expect(parseStrictJson('[{"a":1},{"a":{"a":2}}]')).toEqual([{ a: 1 }, { a: { a: 2 } }]);
  });

  const broken = [[''], ['{'], ["{'a':1}"], ['{"a":1,}'], ['NaN'], ['['.repeat(100)]];
  it.each(broken)('refuses %.20s as no JSON', (text) => {
    expect(() => parseStrictJson(text)).toThrow();
  });
});

it.each([
  ['{"a": 1,}', 'line 1, column 9'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
  ['{"a": 1 // one\n}', 'line 1, column 9'],
  ["{'a': 1}", 'line 1, column 2'],
  ['{} x', 'line 1, column 4'],
  ['{"a": [1, 2}', 'line 1, column 12'],
  ['{"a": "b', 'line 1, column 7'],
])('names the place of the syntax error of %j', (text, place) => {
  expect(() => parseStrictJson(text)).toThrow(`syntax error in ${place}.`);
});
