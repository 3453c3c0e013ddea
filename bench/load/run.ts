/**
 * `npm run load`: mixed traffic against the local service at the rate that it holds, for 20 minutes (`--minutes 2`), then
 * at twice that rate for ten seconds; and new images of the same card, beside servers with a peer of the benchmark and
 * nothing else. Exits with 1 when a promise is broken. With `--against REF` nothing but new images, beside another revision.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDev } from '../../test/support/running-service.ts';
import { installPeers } from '../peers.ts';
import { table } from '../report.ts';
import { measureHeldAgainst } from './against.ts';
import { type BareServer, bareServers } from './bare-servers.ts';
import { isPlateau, readMemory } from './memory.ts';
import { openServiceTraffic } from './service-traffic.ts';
import { describe, failures, findHeldRate, heldMs, type Kind, send } from './traffic.ts';

const { values } = parseArgs({
  options: {
    /** Length of the run at the rate that is held. */
    minutes: { type: 'string', default: '20' },
    /** Measures no other servers, which needs no installation. */
    alone: { type: 'boolean', default: false },
    /** A revision to compare with. */
    against: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes is a number greater than 0, not ${values.minutes}.`);

const overloadSeconds = 10;
const recoveryMs = 5_000;
const samplesPerMinute = 4;
/** A run shorter than this says nothing about a plateau: caches are still filling. */
const plateauMinutes = 15;

const problems: string[] = [];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.against !== undefined) {
  print(await measureHeldAgainst(values.against));
  process.exit();
}

const dataDir = await mkdtemp(join(tmpdir(), 'load-'));
const { address, pid, stop } = await startDev(dataDir);
const { kinds, onDemand, probe } = await openServiceTraffic(address);

/** Sends the mixed traffic while memory is read. */
const hold = async (rate: number): Promise<void> => {
  const memory: { readonly process: number; readonly workers: number }[] = [];
  const timer = setInterval(() => memory.push(...[readMemory(pid) ?? []].flat()), 60_000 / samplesPerMinute);
  const outcomes = await send(kinds, minutes * 60, rate);
  clearInterval(timer);
  print(`\n### Mixed traffic, ${rate.toFixed(0)} requests a second for ${minutes} minutes\n\n${describe(outcomes)}`);
  problems.push(...failures(outcomes));
  if (memory.length === 0) return print('\nMemory cannot be read here.');
  const every = Math.max(1, Math.round(memory.length / 10));
  const rows = memory.flatMap(({ process, workers }, n) =>
    (n + 1) % every === 0 ? [[((n + 1) / samplesPerMinute).toFixed(1), String(process), String(workers)]] : [],
  );
  print(`\n${table(['minutes', 'MiB of the service', 'MiB of its workers'], rows)}`);
  const held = memory.map(({ process, workers }) => process + workers);
  if (minutes >= plateauMinutes && !isPlateau(held)) problems.push('Memory has not reached a plateau.');
};

/** Returns the milliseconds until a mint and its image are as fast as at a rate that is held; gives up after a while. */
const recover = async (): Promise<number> => {
  const started = performance.now();
  const passed = () => performance.now() - started;
  // a service that is busy answers 503
  while ((await probe().catch(() => Number.POSITIVE_INFINITY)) > heldMs && passed() < 6 * recoveryMs) await pause(100);
  return passed();
};

const overload = async (rate: number): Promise<void> => {
  const sending = send(kinds, overloadSeconds, rate);
  await pause(overloadSeconds * 1_000);
  const recovered = await recover();
  const outcomes = await sending;
  print(`\n### Twice that for ${overloadSeconds} seconds\n\n${describe(outcomes)}`);
  print(`\nA mint and its image took less than a second ${recovered.toFixed(0)} ms after the last request.`);
  problems.push(...failures(outcomes, true));
  if (recovered > recoveryMs) problems.push(`It took ${recovered.toFixed(0)} ms to recover.`);
};

/** Returns the rate of new images that a server with a peer and nothing else holds. */
const measureBare = async ({ title, start }: BareServer): Promise<number> => {
  const { toUrl, stop: end } = await start();
  try {
    let images = 0;
    const newImages: Kind = {
      name: title,
      share: 1,
      next: () => {
        images += 1;
        return { method: 'GET', url: toUrl(images) };
      },
    };
    await send([newImages], 2, 5);
    return await findHeldRate([newImages]);
  } finally {
    await end();
  }
};

const compare = async (): Promise<void> => {
  installPeers();
  const service = [await findHeldRate(onDemand)];
  const rows: [string, number][] = [];
  for (const server of bareServers) {
    rows.push([server.title, await measureBare(server)]);
    service.push(await findHeldRate(onDemand));
  }
  const ours = Math.max(...service);
  const cells = rows.map(([name, rate]) => [name, rate.toFixed(1), (rate / ours).toFixed(2)]);
  print('\n### New images, in PNG, each a request that was never sent before\n');
  print(
    table(['server', 'held in a second', 'over ours'], [['first on-demand requests', ours.toFixed(1), ''], ...cells]),
  );
};

try {
  for (let n = 0; n < 3; n += 1) await probe();
  await send(kinds, 3, 8);
  const rate = await findHeldRate(kinds);
  await hold(rate);
  await overload(rate * 2);
  await pause(1_000);
  if (!values.alone) await compare();
} finally {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}
for (const problem of problems) print(`broken: ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
