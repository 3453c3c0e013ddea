import { describe, expect, it } from 'vitest';
import { areOpaque, getWords } from '../../../../lambdas/core/rendering/pixels.ts';

describe('wordsOf', () => {
  const bytes = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each([0, 1, 2, 3])('reads four bytes a word wherever they lie: %d bytes into their memory', (offset) => {
    const memory = Buffer.from([...Array.from({ length: offset }, () => 255), ...bytes, 255, 255]);

    const words = getWords(memory.subarray(offset, offset + bytes.length));

    expect([...words]).toEqual([0x04030201, 0x08070605]);
  });
});

describe('areOpaque', () => {
  const opaque = () => new Uint32Array(11).fill(0xff123456);

  it('sees through one pixel, wherever it is', () => {
    for (let hole = 1; hole < 10; hole += 1) {
      const words = opaque();
      words[hole] = 0xfe123456;

      expect(areOpaque(words, 1, 10), `${hole}`).toBe(false);
    }
  });

  it('looks at nothing before and behind', () => {
    const words = opaque();
    words[0] = words[10] = 0;

    expect(areOpaque(words, 1, 10)).toBe(true);
  });
});
