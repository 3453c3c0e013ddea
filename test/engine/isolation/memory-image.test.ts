import { describe, expect, it } from 'vitest';
import { takeSnapshot } from '#engine/isolation/sandbox/interpreter.ts';

const pageBytes = 64 << 10;

describe('a snapshot of a memory', () => {
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

  it.each([
    ['also where the memory has grown', 4, 0],
    ['of a memory without a free end as well', 2, 5],
  ])('puts back every byte, %s', (_what, maximum, held) => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum });
    new Uint8Array(memory.buffer).fill(held);
    const putBack = takeSnapshot(memory);
    memory.grow(maximum - 2);
    new Uint8Array(memory.buffer).fill(9);
    putBack();
    expect(new Uint8Array(memory.buffer).every((byte) => byte === held)).toBe(true);
  });
});
