import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, openOperations } from '../../bench/rounds/operations.ts';
import { type Sequences, toSequence } from '../../bench/rounds/sequences.ts';

let operations: Operations;
let recorded: Sequences;
beforeAll(async () => {
  operations = await openOperations();
  recorded = JSON.parse(await readFile('bench/rounds/recorded.json', 'utf8'));
});
afterAll(() => operations.close());

it.each(['plain', 'remote'] as const)(
  'each operation makes the calls that are recorded, in as many rounds: %s',
  async (which) => {
    for (const [name, run] of Object.entries(operations.of(which))) {
      // what a process reads once
      await run();
      const { calls } = await run();

      expect([name, toSequence(calls)]).toEqual([name, recorded[which][name]]);
    }
  },
);
