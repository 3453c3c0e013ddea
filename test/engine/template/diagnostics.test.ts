import { expect, it } from 'vitest';
import { describeProblems, removeDuplicates } from '#engine/diagnostics/diagnostics.ts';
import { sampleText } from '#engine/template/variables/variable-names.ts';

const at = (line: number, column: number, message: string) => ({ line, column, code: 'syntax' as const, message });

it('shortens long lines and long lists, and quotes no line that is not there', () => {
  const source = 'x'.repeat(100_000);

  const text = describeProblems(source, [at(1, 50_000, 'Here.')]);
  expect(text.length).toBeLessThan(500);
  expect(text.split('\n')[2]?.length).toBe((text.split('\n')[1]?.indexOf('x') as number) + 81);
  expect(describeProblems('', [at(1, 1, 'Nothing.')])).toBe('Line 1, column 1: Nothing.');
  const many = Array.from({ length: 25 }, () => at(2, 1, 'Again.'));
  expect(describeProblems(source, many)).toMatch(/and 5 more problems\.$/);
});

it.each([1, 2, 3, 4])('cuts no character of two units in half: %i', (shift) => {
  const source = 'x'.repeat(shift) + '👩'.repeat(500);
  expect(describeProblems(source, [at(1, 400, 'Here.')]).isWellFormed()).toBe(true);
});

it.each([
  ['authorName', 'Author name'],
  ['title', 'Title'],
  ['html_url', 'Html url'],
  ['siteURL', 'Site url'],
  ['HTMLTitle', 'Html title'],
  ['line2', 'Line2'],
  ['a', 'A'],
  ['_', '_'],
])('reads %s as %s', (name, text) => {
  expect(sampleText(name)).toBe(text);
});

it('returns at most fifty, each once', () => {
  const message = 'x'.repeat(1_000_000);
  const long = Array.from({ length: 1_000 }, (_, n) => ({
    line: 1 + (n >> 1),
    column: 1,
    code: 'unknown-utility' as const,
    message,
  }));

  const cached = removeDuplicates(long);

  expect(cached).toHaveLength(50);
  expect(JSON.stringify(cached).length).toBeLessThan(40_000);
});
