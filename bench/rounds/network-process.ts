/**
 * A process with the deployed handlers behind a simulated network: `node network-process.ts DELAYS`. It gets names of
 * operations, and returns the milliseconds to the first byte of each. Copied into earlier revisions, like
 * `operations.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { observeCalls } from '../../lambdas/aws/observed-client.ts';
import { loadCard } from '../load/card.ts';
import { openOperations } from './operations.ts';

/** Milliseconds that a call takes longer, by client. */
export type Delays = Readonly<Record<string, number>>;

const delays = JSON.parse(process.argv[2] ?? '{}') as Delays;
const operations = await openOperations<number>(loadCard.source, async (_id, request) => {
  const started = performance.now();
  let answeredMs = 0;
  await request(() => {
    answeredMs ||= performance.now() - started;
  });
  return answeredMs;
});
observeCalls(async ({ clientName }, send) => {
  const ms = delays[clientName];
  if (ms !== undefined) await pause(ms);
  return send();
});
const plain = operations.of('plain');
process.on('message', async (name: keyof typeof plain) => void process.send?.(await plain[name]()));
// sockets to ended emulators may still be open
process.on('disconnect', async () => {
  await operations.close();
  process.exit();
});
process.send?.('ready');
