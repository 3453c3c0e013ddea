import { afterAll, describe, expect, it } from 'vitest';
import { noteCodes } from '#engine/diagnostics/diagnostic-codes.ts';
import { type EngineName, engineNames, usualEngine } from '#engine/engine-names.ts';
import { closeWorkers } from '../../support/close-workers.ts';
import { type Broken, broken } from './broken.ts';
import { findDiagnostics, getGoodTemplates, getLine, getSource, sourceOfBroken } from './corpus.ts';

afterAll(closeWorkers);

const goodTemplates = await getGoodTemplates();

/** Templates that satori renders unlike a browser, with grids and utilities it does not know. */
const unlikeBrowser = ['quote.jsx', 'ticket.jsx', 'tw-launch.jsx'];
/** Templates with too little room for what satori makes of three times as much text and of long words. */
const tight = ['documentation.jsx', 'episode.jsx', 'price-table.jsx'];
/** Changes that break a template with takumi alone: satori lays them out in another way. */
const brokenForTakumi = ["inset: 0, background: '#0b1020'", "dusk = '#E8E6EE'", 'left: 90, top: 60', 'marginTop: 320'];

// Yoga gives satori no size of what overflows its box: its overflow is not reported
const isBroken = (engine: EngineName, { base, to, finds }: Broken) =>
  engine !== 'satori' ||
  (finds !== 'overflow' && !unlikeBrowser.includes(base) && !brokenForTakumi.some((piece) => to.includes(piece)));
const rows = engineNames.flatMap((engine) =>
  broken.map((one, n) => [engine, n, one.finds, one] as const).filter(([, , , one]) => isBroken(engine, one)),
);

/** What follows from the fault by itself: a colour that cannot be read makes text unreadable, letters this large reach under others. */
const follows: Readonly<Record<string, readonly string[]>> = {
  'unknown-utility': ['tailwind-defaults'],
  'unknown-value': ['contrast'],
  overflow: ['contrast', 'unseen-text', 'near-edge', 'text-over-text'],
  'unseen-text': ['near-edge'],
  'text-over-text': ['near-edge', 'empty-area'],
};

/** The templates are written for the default engine: what satori does not render of them, or renders otherwise, is no fault of theirs. */
const withoutGaps = <T extends { readonly code: string }>(engine: EngineName, found: readonly T[]): readonly T[] =>
  engine === 'satori' ? found.filter(({ code }) => code !== 'no-effect' && code !== 'unlike-browser') : found;

it('every broken template differs from its base', async () => {
  for (const one of broken) expect(await sourceOfBroken(one)).not.toBe(await getSource(one.base));
});

it.each(rows)('%s, %i: in a broken template %s is found at its line, and nothing that is not there', async (...row) => {
  const [engine, , code, one] = row;
  const source = await sourceOfBroken(one);

  const found = withoutGaps(engine, await findDiagnostics(source, engine, { prompt: one.prompt }));

  expect(found).toContainEqual(expect.objectContaining({ code, line: getLine(source, one) }));
  const expected = [code, ...(follows[code] ?? [])];
  const others = found.filter((other) => !expected.includes(other.code) && !noteCodes.has(other.code));
  expect(others).toEqual([]);
});

describe('in a good template', () => {
  const notForSatori = [...unlikeBrowser, ...tight];
  const all = engineNames
    .flatMap((engine) => goodTemplates.map(([path, source]) => [engine, path, source] as const))
    // starters are made for the default engine: satori cuts no text in a flex item
    .filter(([engine, path]) => engine === usualEngine || !path.startsWith('starter-'))
    .filter(([engine, path]) => engine !== 'satori' || !notForSatori.some((base) => path.endsWith(`/${base}`)));

  it.each(all)('%s: nothing is found in %s, nor under any stress', async (engine, _path, source) => {
    const found = await findDiagnostics(source, engine, { hasEdgeCases: true });
    expect(withoutGaps(engine, found)).toEqual([]);
  });
});
