import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecordedOperations, processes, readRecorded } from '../../bench/rounds/recorded.ts';
import type { Recorded } from '../../bench/rounds/sequences.ts';

let operations: Awaited<ReturnType<typeof openRecordedOperations>>;
let recorded: Recorded;
beforeAll(async () => {
  operations = await openRecordedOperations();
  recorded = await readRecorded();
});
afterAll(() => operations.close());

it.each(
  processes.flatMap((inProcess) => [
    { inProcess, which: 'plain' as const },
    { inProcess, which: 'remote' as const },
  ]),
)(
  'each operation makes the calls that are recorded, in as many rounds: $inProcess, $which',
  async ({ inProcess, which }) => {
    expect(await operations.record(which, inProcess)).toEqual(recorded[inProcess][which]);
  },
);

it.each([
  ['mint', 3, 5],
  ['first image', 4, 9],
  ['stored image', 2, 1],
  ['first on-demand image', 7, 14],
  ['stored on-demand image', 2, 2],
  ['first site image', 10, 20],
])(
  '%s waits for at most %d rounds, one more with a remote image, and makes at most %d calls',
  (name, rounds, calls) => {
    const { plain, remote } = recorded.warm;
    expect(plain[name]?.rounds).toBeLessThanOrEqual(rounds);
    expect(remote[name]?.rounds).toBeLessThanOrEqual(rounds + 1);
    expect(plain[name]?.calls).toBeLessThanOrEqual(calls);
  },
);
