import { readFile } from 'node:fs/promises';
import all from '../../bench/rounds/recorded.json' with { type: 'json' };
import { toRecordedTable } from '../../bench/rounds/sequences.ts';
import { fillMarks } from './marks.ts';

const toSteps = ({ before, after }: { readonly before: string[][]; readonly after: string[][] }): string[] => [
  ...before.map((calls, n) => `${n + 1}. ${calls.map((one) => `\`${one}\``).join(', ')}`),
  ...(after.length > 0
    ? ['', `After the answer: ${after.map((calls) => calls.map((one) => `\`${one}\``).join(', ')).join('; then ')}.`]
    : []),
];

const { warm: recorded } = all;

/** Returns the calls of each operation, round by round. */
export const roundsList = (): string =>
  Object.entries(recorded.plain)
    .map(([name, one]) => {
      const { rounds: withImage } = recorded.remote[name as keyof typeof recorded.plain];
      const remote = withImage > one.rounds ? ` (${withImage} with a remote image)` : '';
      return [
        `**${name}**: ${one.rounds} ${one.rounds === 1 ? 'round' : 'rounds'} to the first byte${remote}, ${one.calls} ${one.calls === 1 ? 'call' : 'calls'}`,
        '',
        ...toSteps(one),
      ].join('\n');
    })
    .join('\n\n');

/** Returns `bench/README.md`, with the table of calls. */
export const benchmarkDocument = async (): Promise<string> =>
  fillMarks(await readFile('bench/README.md', 'utf8'), { calls: () => toRecordedTable(all) });
