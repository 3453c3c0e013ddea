import { afterAll, describe, expect, it } from 'vitest';
import { type EngineName, engineNames } from '../../lambdas/contract/engine-names.ts';
import { noteCodes } from '../../lambdas/core/template/lint/source/diagnostic-codes.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { everyNth } from '../support/effort.ts';
import { broken } from './broken.ts';
import { findDiagnostics, getBases, getLine, getSource, sourceOfBroken } from './corpus.ts';

afterAll(closeWorkers);

const bases = [...(await getBases('own')), ...(await getBases('starters'))];
// Yoga gives satori no size of what overflows its box: its overflow is not reported
const isSeen = (engine: EngineName, code: string) => engine !== 'satori' || code !== 'overflow';
const rows = engineNames.flatMap((engine) =>
  broken.map((one, n) => [engine, n, one.finds, one] as const).filter(([, , code]) => isSeen(engine, code)),
);

/** What follows from the fault by itself: a colour that cannot be read makes text unreadable, letters this large reach under others. */
const follows: Readonly<Record<string, readonly string[]>> = {
  'unknown-value': ['contrast'],
  overflow: ['contrast', 'unseen-text', 'near-edge', 'text-over-text'],
  'unseen-text': ['near-edge'],
  'text-over-text': ['near-edge', 'empty-area'],
};

it('every broken template differs from its base', async () => {
  for (const one of broken) expect(await sourceOfBroken(one)).not.toBe(await getSource(one.base));
});

describe('in a broken template', () => {
  it.each(everyNth(rows, 40))('%s, %i: %s is found at its line, and nothing that is not there', async (...row) => {
    const [engine, , code, one] = row;
    const source = await sourceOfBroken(one);

    const found = await findDiagnostics(source, engine, { prompt: one.prompt });

    expect(found).toContainEqual(expect.objectContaining({ code, line: getLine(source, one) }));
    const expected = [code, ...(follows[code] ?? [])];
    expect(found.filter((other) => !expected.includes(other.code) && !noteCodes.has(other.code))).toEqual([]);
  });
});

describe('in a good template', () => {
  const all = engineNames.flatMap((engine) => bases.map((base) => [engine, base] as const));

  it.each(everyNth(all, 17))('%s: nothing is found in %s, nor under any stress', async (engine, base) => {
    expect(await findDiagnostics(await getSource(base), engine, { isStressed: true })).toEqual([]);
  });
});
