import { diffLines, getChangedParts } from 'image-url-studio/page/history/code-diff.ts';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../support/random.ts';

const getText = (lines: ReturnType<typeof diffLines>, without: string): string =>
  lines.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('\n');

describe('the difference of two texts', () => {
  it('names lines that were added and removed, with their neighbours', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].join('\n');
    const after = ['a', 'B', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].join('\n');
    const parts = getChangedParts(diffLines(before, after));
    expect(parts.map((part) => part.map(({ kind, text }) => `${kind[0]}${text}`).join(' '))).toEqual([
      'sa rb aB sc sd',
      'si sj ak',
    ]);
    expect(getChangedParts(diffLines(before, before))).toEqual([]);
  });

  it('contains both texts whole, and of equal lines as many as can be', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 300; round++) {
      const make = () => Array.from({ length: random.int(0, 11) }, () => random.pick(['a', 'b', 'c'])).join('\n');
      const [before, after] = [make(), make()];
      const lines = diffLines(before, after);
      expect(getText(lines, 'added')).toBe(before);
      expect(getText(lines, 'removed')).toBe(after);
    }
    const moved = diffLines('x\na\nb\nc', 'a\nb\nc\nx');
    expect(moved.filter(({ kind }) => kind === 'same')).toHaveLength(3);
  });

  it('replaces a middle part that is too large to compare line by line', () => {
    const text = (mark: string) => Array.from({ length: 3_000 }, (_, n) => `${mark}${n}`).join('\n');
    const lines = diffLines(`same\n${text('a')}`, `same\n${text('b')}`);
    expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(3_000);
    expect(getText(lines, 'removed')).toBe(`same\n${text('b')}`);
  });
});
