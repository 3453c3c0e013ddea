import { readFile } from 'node:fs/promises';
import type { Measurement } from '../measurement.ts';
import { table } from '../report.ts';
import { openOperations } from './operations.ts';
import { type Sequence, type Sequences, toSequence } from './sequences.ts';

/** File with the sequences that documents show and a test requires. `node bench/rounds/record.ts` writes it. */
export const recordedFile = new URL('./recorded.json', import.meta.url);

export const readRecorded = async (): Promise<Sequences> => JSON.parse(await readFile(recordedFile, 'utf8'));

const whiches = ['plain', 'remote'] as const;

/** Records every operation in a warm process, and with `isCold` in one that has just started. */
export const recordAll = async (isCold: boolean): Promise<Sequences> => {
  const operations = await openOperations();
  try {
    const all: Record<(typeof whiches)[number], Record<string, Sequence>> = { plain: {}, remote: {} };
    for (const which of whiches)
      for (const [name, run] of Object.entries(operations.of(which))) {
        await operations.restart();
        // what a process reads once, and verdicts that it keeps for half a minute
        if (!isCold) await run();
        all[which][name] = toSequence((await run()).calls);
      }
    return all;
  } finally {
    await operations.close();
  }
};

/** Counts the calls of each operation, and the rounds in which they follow one another. */
export const measureRounds = async (): Promise<Measurement> => {
  const [warm, cold] = [await recordAll(false), await recordAll(true)];
  const rows = whiches.flatMap((which) =>
    Object.entries(warm[which]).map(([name, one]) => {
      const started = cold[which][name];
      return [
        which === 'plain' ? name : `${name}, with a remote image`,
        ...[`${one.rounds}`, `${one.calls}`, `${started?.rounds}`, `${started?.calls}`],
        ...[one.readUnits, one.writeUnits, one.objectsRead, one.objectsWritten].map(String),
      ];
    }),
  );
  const head = ['', 'rounds', 'calls', 'rounds, started', 'calls, started', 'read units', 'write units', 'S3 reads'];
  return { text: table([...head, 'S3 writes'], rows) };
};
