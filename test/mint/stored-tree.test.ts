import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#engine/hash.ts';
import { mayBeTree, treeLimits } from '#engine/vnode/tree-limits.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { packTree, unpackTree } from '../../lambdas/domain/stored-tree.ts';

/**
 * @promise Template code: Trees of numbers, nulls and empty lists
 * @how at most 100,000 values, counted by commas and brackets before JSON is parsed (decision 90)
 * @figure 240,000 of each kind: rejected
 */

const element = (props: object, children: unknown = []) => ({ type: 'div', props, children });

/** A tree as another writer would store it, with its correct hash. */
const forged = (tree: unknown) => {
  const json = JSON.stringify({ formatVersion: 1, tree });
  const bytes = deflateRawSync(json);
  return { bytes, hash: sha256Hex(bytes), content: sha256Hex(json) };
};
const many = <T>(count: number, value: T): T[] => new Array(count).fill(value);

describe('a stored tree', () => {
  it('comes back as it was, with as many values as it may hold', () => {
    const children = many(4_000, element({ style: { a: 0, b: null, c: true, d: [], e: {} } }));
    const tree = element({ list: many(treeLimits.values - 24_001, 0) }, children) as VElement;
    const packed = packTree(tree);
    expect(packed && unpackTree(packed).tree).toEqual(tree);
  });

  it('comes back with what it is set in, in a format that a version without fonts of accounts does not know', () => {
    const font = { family: 'Mine', weights: [100, 900], styles: ['normal'], hash: 'a'.repeat(64) } as const;
    const tree = element({}) as VElement;
    const packed = packTree(tree, { family: 'Mine', fonts: [font] });
    expect(packed && unpackTree(packed)).toEqual({ tree, typography: { family: 'Mine', fonts: [font] } });
    expect(packed && JSON.parse(inflateRawSync(packed.bytes).toString()).formatVersion).toBe(2);
  });

  it.each([
    ['numbers', { a: many(240_000, 0) }],
    ['booleans', { a: many(240_000, false) }],
    ['nulls', { a: many(240_000, null) }],
    ['empty objects', { a: many(240_000, {}) }],
    ['empty lists', { a: many(240_000, []) }],
    ['empty texts', { a: many(240_000, '') }],
    ['one value more than it may', { a: many(treeLimits.values, 0) }],
    ['names', Object.fromEntries(many(treeLimits.values + 1, 0).map((value, n) => [n.toString(36), value]))],
    ['lists in lists', { a: many(1_000, many(200, 0)) }],
  ])('is refused with too many %s', (_title, props) => {
    expect(() => unpackTree(forged(element(props)))).toThrow(expect.objectContaining({ code: 'INVALID_VNODE' }));
  });

  it('is refused when its values are many together', () => {
    const tree = element({}, many(1_000, element({ a: many(100, 1) })));
    expect(() => unpackTree(forged(tree))).toThrow(expect.objectContaining({ code: 'INVALID_VNODE' }));
  });

  it('is not made when it could not be read back', () => {
    const control = element({ a: '\u0001'.repeat(treeLimits.characters - 10) }) as VElement;
    expect(packTree(control)).toBeUndefined();
  });
});

it('the marks of a JSON text count outside its texts only', () => {
  const commas = JSON.stringify({ a: `${',[{'.repeat(200_000)}"\\`, b: '\\\\"'.repeat(1_000) });
  expect(mayBeTree(commas)).toBe(true);
  expect([mayBeTree('[0,0]', 2), mayBeTree('[0,0,0]', 2)]).toEqual([true, false]);
  expect([mayBeTree('["\\\\",{},0]', 4), mayBeTree('["\\\\",{},{},0]', 4)]).toEqual([true, false]);
  expect(mayBeTree('"no end,,,,')).toBe(true);
});
