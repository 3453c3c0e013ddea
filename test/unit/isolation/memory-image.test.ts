import { describe, expect, it } from 'vitest';
import { takeSnapshot } from '../../../lambdas/isolation/sandbox/runtime-snapshot.ts';

const pageBytes = 64 << 10;

describe('imageOf', () => {
  it('puts back what was written over, what was zero and what has grown since', () => {
    const memory = new WebAssembly.Memory({ initial: 40, maximum: 60 });
    const used = 2 * pageBytes + 5;
    new Uint8Array(memory.buffer).fill(7, 100, used);
    const putBack = takeSnapshot(memory);

    new Uint8Array(memory.buffer).fill(9, 0, used + pageBytes);
    memory.grow(10);
    putBack();

    const held = new Uint8Array(memory.buffer, 0, used + pageBytes);
    expect(held.length).toBe(used + pageBytes);
    expect(held.findIndex((byte, at) => byte !== (at >= 100 && at < used ? 7 : 0))).toBe(-1);
  });

  it('leaves nothing of others anywhere, also where the memory has grown', () => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 4 });
    const putBack = takeSnapshot(memory);

    memory.grow(2);
    new Uint8Array(memory.buffer).fill(9);
    putBack();

    expect(new Uint8Array(memory.buffer).every((byte) => byte === 0)).toBe(true);
  });

  it('is that of a memory without a free end as well', () => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 2 });
    new Uint8Array(memory.buffer).fill(5);
    const putBack = takeSnapshot(memory);

    new Uint8Array(memory.buffer).fill(6);
    putBack();

    expect(new Uint8Array(memory.buffer).every((byte) => byte === 5)).toBe(true);
  });
});
