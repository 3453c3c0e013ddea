import { fork } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckedOut } from '../checkout.ts';
import { disconnect, nextMessage } from '../child-messages.ts';
import { projectRoot } from '../project-root.ts';
import { table } from '../report.ts';
import { describeTiming, getSpread } from '../timing.ts';
import type { Delays } from './network-process.ts';

/** Milliseconds that each call takes beside the emulator's own time; pages and remote images are not delayed. */
const networkMs: Delays = { DynamoDBClient: 8, S3Client: 30 };

const operations = ['mint', 'first image', 'first on-demand image', 'first site image'] as const;
const bare = 'takumi alone, stored in S3';

/** A process that runs operations. */
interface Host {
  readonly run: (operation: string) => Promise<number>;
  readonly stop: () => Promise<void>;
}

const startHost = async (root: string, script: string): Promise<Host> => {
  const file = join(root, 'bench/rounds', script);
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(file, [JSON.stringify(networkMs)], { cwd: root, stdio: [...stdio] });
  await nextMessage(child, script);
  return {
    run: async (operation) => {
      const answered = nextMessage(child, operation);
      child.send(operation);
      return Number(await answered);
    },
    stop: () => disconnect(child),
  };
};

/**
 * Measures the milliseconds to the first byte of each operation in alternating order.
 *
 * @param then another revision, which is measured with the operations of this one. @default none
 */
export const measureNetwork = async (turns: number, then?: CheckedOut): Promise<string> => {
  if (then)
    for (const file of ['operations.ts', 'network-process.ts'])
      cpSync(join(projectRoot, 'bench/rounds', file), join(then.root, 'bench/rounds', file));
  const hosts = new Map<string, Host>();
  const times = new Map<string, number[]>();
  try {
    hosts.set('now', await startHost(projectRoot, 'network-process.ts'));
    if (then) hosts.set('then', await startHost(then.root, 'network-process.ts'));
    hosts.set('bare', await startHost(projectRoot, 'bare-function.ts'));
    const steps = [...hosts].flatMap(([name, host]) =>
      (name === 'bare' ? [bare] : operations).map((operation) => ({ name: `${name} ${operation}`, operation, host })),
    );
    const warmUps = Math.min(5, turns);
    for (let turn = -warmUps; turn < turns; turn += 1)
      for (const { name, operation, host } of turn % 2 === 0 ? steps : steps.toReversed()) {
        const ms = await host.run(operation);
        if (turn >= 0) times.set(name, [...(times.get(name) ?? []), ms]);
      }
  } finally {
    await Promise.all([...hosts.values()].map((host) => host.stop()));
  }
  const spread = (name: string) => getSpread(times.get(name) ?? []);
  const alone = spread(`bare ${bare}`);
  const rows = operations.map((operation) => {
    const [now, before] = [spread(`now ${operation}`), spread(`then ${operation}`)];
    const compared = then ? [describeTiming(before), (now.median / before.median).toFixed(2)] : [];
    return [operation, describeTiming(now), (now.median / alone.median).toFixed(2), ...compared];
  });
  const ofThen = then ? [`at ${then.commit.slice(0, 8)}`, 'over that'] : [];
  const last = [bare, describeTiming(alone), '1.00', ...ofThen.map(() => '')];
  const delays = `${networkMs.DynamoDBClient} ms for each call to DynamoDB and ${networkMs.S3Client} ms for each to S3`;
  const head = [`first byte, with ${delays}`, 'median (tenth to ninetieth percentile)', 'over takumi alone', ...ofThen];
  return table(head, [...rows, last]);
};
