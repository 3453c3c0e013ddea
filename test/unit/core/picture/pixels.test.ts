import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../lambdas/core/picture/pixels.ts';

describe('wordsOf', () => {
  const bytes = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each([0, 1, 2, 3])('reads four bytes a word wherever they lie: %d bytes into their memory', (offset) => {
    const memory = Buffer.from([...Array.from({ length: offset }, () => 255), ...bytes, 255, 255]);

    const words = wordsOf(memory.subarray(offset, offset + bytes.length));

    expect([...words]).toEqual([0x04030201, 0x08070605]);
  });
});
