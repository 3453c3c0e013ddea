import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type EngineName, engineNames, usualEngine } from '../../lambdas/contract/engine-names.ts';
import { noteCodes } from '../../lambdas/core/template/lint/source/diagnostic-codes.ts';
import { closeRenderWorkers } from '../../lambdas/isolation/render/render.ts';
import { closeSandboxes } from '../../lambdas/isolation/sandbox/evaluate.ts';
import { everyNth } from '../support/effort.ts';
import { broken } from './broken.ts';
import { findDiagnostics, getGoodTemplates, getLine, getSource, sourceOfBroken } from './corpus.ts';

afterAll(async () => {
  await Promise.all([closeSandboxes(), closeRenderWorkers()]);
});

const goodTemplates = await getGoodTemplates();
// Yoga tells satori no size of what leaves its box: its overflow is not seen
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

it('has at least sixty broken templates, and every one differs from its base', async () => {
  expect(broken.length).toBeGreaterThanOrEqual(60);
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
  const all = engineNames
    .flatMap((engine) => goodTemplates.map((path) => [engine, path] as const))
    // starters are made for the default engine: satori cuts no text in a flex item
    .filter(([engine, path]) => engine === usualEngine || !path.startsWith('starters/'));

  it.each(everyNth(all, 17))('%s: nothing is found in %s, nor under any stress', async (engine, path) => {
    expect(await findDiagnostics(await readFile(path, 'utf8'), engine, { isStressed: true })).toEqual([]);
  });
});
