import { describe, expect, it } from 'vitest';
import { imageOf } from '../../../lambdas/isolation/evaluate/memory-image.ts';

const pageBytes = 64 << 10;

describe('imageOf', () => {
  it('puts back what was written over, what was zero and what has grown since', () => {
    const memory = new WebAssembly.Memory({ initial: 40, maximum: 60 });
    const used = 2 * pageBytes + 5;
    new Uint8Array(memory.buffer).fill(7, 100, used);
    const putBack = imageOf(memory);

    new Uint8Array(memory.buffer).fill(9, 0, used + pageBytes);
    memory.grow(10);
    putBack();

    const held = new Uint8Array(memory.buffer, 0, used + pageBytes);
    expect(held.length).toBe(used + pageBytes);
    expect(held.findIndex((byte, at) => byte !== (at >= 100 && at < used ? 7 : 0))).toBe(-1);
  });

  it('keeps no more than is in use, and a margin', () => {
    const memory = new WebAssembly.Memory({ initial: 40, maximum: 40 });
    new Uint8Array(memory.buffer)[3 * pageBytes] = 1;
    const putBack = imageOf(memory);

    const beyond = 4 * pageBytes + (1 << 20);
    new Uint8Array(memory.buffer).fill(9, beyond - 1);
    putBack();

    expect([...new Uint8Array(memory.buffer, beyond - 1, 2)]).toEqual([0, 9]);
  });

  it('is that of a memory without a free end as well', () => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 2 });
    new Uint8Array(memory.buffer).fill(5);
    const putBack = imageOf(memory);

    new Uint8Array(memory.buffer).fill(6);
    putBack();

    expect(new Uint8Array(memory.buffer).every((byte) => byte === 5)).toBe(true);
  });
});
