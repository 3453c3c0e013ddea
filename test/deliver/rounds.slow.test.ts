import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, openOperations } from '../../bench/rounds/operations.ts';
import { readRecorded } from '../../bench/rounds/run.ts';
import { type Sequences, toSequence } from '../../bench/rounds/sequences.ts';

let operations: Operations;
let recorded: Sequences;
beforeAll(async () => {
  operations = await openOperations();
  recorded = await readRecorded();
});
afterAll(() => operations.close());

it.each(['plain', 'remote'] as const)(
  'each operation makes the calls that are recorded, in as many rounds: %s',
  async (which) => {
    for (const [name, run] of Object.entries(operations.of(which))) {
      await operations.restart();
      // what a process reads once, and verdicts that it keeps for half a minute
      await run();
      const { calls } = await run();

      expect([name, toSequence(calls)]).toEqual([name, recorded[which][name]]);
    }
  },
);
