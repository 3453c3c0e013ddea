import { expect, it } from 'vitest';
import { starters } from '../../../starters/index.ts';

it('starters are short enough to be read, and measure no text', async () => {
  const lengths: number[] = [];
  for (const { id, code } of await starters()) {
    const lines = code.trimEnd().split('\n').length;
    lengths.push(lines);
    expect(lines, id).toBeLessThanOrEqual(90);
    expect(code, id).not.toMatch(/codePointAt\(0\) >|emsOf|widthOf/);
  }
  expect(lengths.filter((lines) => lines <= 60).length).toBeGreaterThanOrEqual(lengths.length / 2);
});
