import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { compileTemplate } from '#engine/compile/compile-template.ts';
import { getLines } from '#engine/diagnostics/diagnostics.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { closeWorkers } from '../../support/close-workers.ts';
import { type Random, randomFrom } from '../../support/random.ts';

afterAll(closeWorkers);

const folder = 'test/engine/import/files';
const files = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const pieces = [
  'await ',
  'async ',
  'return ',
  'if (!page) ',
  ';',
  '}',
  '{',
  '?.x',
  '()',
  'null',
  '...',
  '`${',
  '<b>',
  '//',
];

/** Removes, repeats, exchanges or inserts up to three words. */
const mutate = (source: string, { int, pick }: Random): string => {
  const words = source.match(/\w+|\s+|[^\w\s]/g) ?? [];
  for (let left = int(1, 3); left > 0; left -= 1) {
    const [at, word] = [int(0, words.length - 1), pick(words)];
    words.splice(at, int(1, 2), ...pick([[], [words[at] ?? '', words[at] ?? ''], [word], [pick(pieces), word]]));
  }
  return words.join('');
};

it('a mutated file is refused with a place, or shows something or says why not', async () => {
  const random = randomFrom(1);
  const wrong: string[] = [];
  for (let count = 0; count < 10_000; count += 1) {
    const source = mutate(random.pick(files), random);
    const settings = { clock: 0, defaultEngine: 'takumi' } as const;
    const { errors, warnings, sample } = await compileTemplate(source, settings, cpuBudget(20_000));
    const lines = getLines(source).length;
    const isPlaced = errors.every(({ line, message }) => line >= 1 && line <= lines && message !== '');
    const isReported = errors.length > 0 || warnings.some(({ code }) => /^empty-|^not-/.test(code));
    const isShown = sample && /"children":\["|"img"|"svg"|background/.test(JSON.stringify(sample.tree));
    if (!isPlaced || !(isReported || isShown)) wrong.push(source);
  }
  expect(wrong).toEqual([]);
});
