import { onKill } from '../packages/engine/src/isolation/kills.ts';
import { closeSandboxes, resizeSandboxes } from '../packages/engine/src/isolation/sandbox/evaluate.ts';
import { draft } from '../test/support/draft.ts';
import type { Measurement } from './measurement.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';

/** Sixty templates of one account, parsed in parallel by newly started workers. */
const drafts = 60;
const source = (n: number) =>
  `export default function T({ title = 'n${n}' }) { return <div style={{ fontSize: ${n} }}>{title}</div>; }`;

interface Burst {
  readonly ms: number;
  readonly refused: number;
}

const burst = async (workers: number, run: number): Promise<Burst> => {
  resizeSandboxes(workers);
  const started = performance.now();
  const results = await Promise.allSettled(Array.from({ length: drafts }, (_, n) => draft(source(100 * run + n))));
  const ms = performance.now() - started;
  await closeSandboxes();
  const isDrafted = (result: (typeof results)[number]) => result.status === 'fulfilled' && 'script' in result.value;
  return { ms, refused: results.filter((result) => !isDrafted(result)).length };
};

/** Returns a table of the durations of bursts, with the workers of a function (1) and of the local run (2). */
export const measureBursts = async ({ bursts: runs }: PartSettings): Promise<Measurement> => {
  let kills = 0;
  onKill(() => {
    kills += 1;
  });
  const rows: string[][] = [];
  for (const workers of [1, 2]) {
    const bursts: Burst[] = [];
    for (let run = 0; run < runs; run += 1) bursts.push(await burst(workers, run));
    const times = bursts.map(({ ms }) => ms).toSorted((one, other) => one - other);
    const [fastest = 0, slowest = 0] = [times.at(0), times.at(-1)];
    const refused = bursts.reduce((sum, one) => sum + one.refused, 0);
    rows.push(
      [
        ...[workers, fastest.toFixed(0), (times[runs >> 1] ?? 0).toFixed(0), slowest.toFixed(0)],
        ...[(slowest / fastest).toFixed(2), refused, kills],
      ].map(String),
    );
  }
  const head = ['workers', 'fastest, ms', 'median', 'slowest', 'slowest over fastest', 'refused', 'workers killed'];
  return { text: table(head, rows) };
};
