import { describe, expect, it } from 'vitest';
import { allPromises, readPromises } from '../../tools/docs/promises-document.ts';

describe('the promises of the tests', () => {
  it('are as many as there were, each with what the last run showed', async () => {
    const promises = await allPromises();

    expect(promises.length).toBeGreaterThanOrEqual(125);
    expect(promises.filter(({ what, figure }) => what === '' || figure === '')).toEqual([]);
    expect(new Set(promises.map(({ what }) => what)).size).toBe(promises.length);
  });

  it('are read from comments, over several lines', () => {
    const comment = `/**
 * @promise Rendering: Nothing is read
 *   outside
 * @how a list
 * @also test/repository/promises.test.ts
 * @figure holds
 */
`;

    expect(readPromises('test/a.test.ts', comment)).toEqual([
      {
        section: 'Rendering',
        what: 'Nothing is read outside',
        how: 'a list',
        tests: ['test/a.test.ts', 'test/repository/promises.test.ts'],
        figure: 'holds',
      },
    ]);
  });

  it.each([
    ['has no section', '@promise Elsewhere: x'],
    ['has @figures', '@promise Rendering: x\n * @figures 1'],
    ['names test/none.test.ts', '@promise Rendering: x\n * @also test/none.test.ts'],
  ])('are refused with the file where one %s', (words, text) => {
    expect(() => readPromises('test/a.test.ts', `/**\n * ${text}\n */\n`)).toThrow(
      new RegExp(`^test/a\\.test\\.ts: a promise ${words}`),
    );
  });
});
