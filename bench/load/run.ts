/**
 * `npm run load`: mixed traffic against the local service, at the sustained rate and at twice that. Takes about a
 * minute and a half; exits with 1 when a promise is broken. `LOAD_SECONDS` sets the length of each phase.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccount, createKey } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { useLocalCloud } from '../../local/local-cloud.ts';
import { startDev } from '../../test/support/running-service.ts';
import { getQuantile } from '../timing.ts';
import { describe, failures, type Kind, type Outcome, send } from './traffic.ts';

const seconds = Number(process.env.LOAD_SECONDS ?? 10);
const recoveryMs = 5_000;
const batchSize = 5;
/** A rate is sustained if 99% of responses arrive within this time. */
const heldMs = 1_000;
const firstRate = 24;
const rateStep = 1.25;
const freshImages = 3_000;

const card = `export const options = { width: 1200, height: 630, format: 'webp' };
export default function Card({ title = 'Hello', author = 'Ana' }) {
  return (
    <div style={{ width: '100%', height: '100%', display: 'flex', flexDirection: 'column', justifyContent: 'space-between', padding: 64, backgroundImage: 'linear-gradient(135deg, #0f172a, #7c3aed)', color: 'white' }}>
      <div style={{ fontSize: 68, fontWeight: 700 }}>{title}</div>
      <div style={{ fontSize: 30 }}>{author}</div>
    </div>
  );
}`;

const dataDir = await mkdtemp(join(tmpdir(), 'load-'));
const { address, stop } = await startDev(dataDir);
await useLocalCloud(dataDir);
const { store } = administration();

/** Returns the key of a new account with the largest plan; several, so that none runs out of units. */
const aKey = async (): Promise<string> => {
  const { accountId } = await createAccount(store, runtime, { plan: 'scale' });
  return (await createKey(store, runtime, accountId)).apiKey;
};
const keys = await Promise.all(Array.from({ length: 8 }, aKey));
let turn = 0;
const headers = (): Record<string, string> => {
  turn += 1;
  return { authorization: `Bearer ${keys[turn % keys.length]}`, 'content-type': 'application/json' };
};

const post = async (path: string, body: unknown, authorization = `Bearer ${keys[0]}`) => {
  const response = await fetch(address.baseUrl + path, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
  return (await response.json()) as any;
};

/** The template of each account, because accounts cannot use each other's. */
const templates = new Map<string, string>();
for (const key of keys)
  templates.set(key, (await post('/v1/templates', { name: 'load', code: card }, `Bearer ${key}`)).templateId);

let titles = 0;
const item = (templateId: string | undefined) => {
  titles += 1;
  return { templateId, variables: { title: `Title ${titles}`, author: 'Load' } };
};
const own = (given: Record<string, string>): string | undefined => templates.get(given.authorization?.slice(7) ?? '');

const getPaths = (urls: readonly { url: string }[]): string[] => urls.map(({ url }) => url.slice(url.indexOf('/v1/')));
const mintPaths = async (count: number): Promise<string[]> => {
  const paths: string[] = [];
  while (paths.length < count) {
    const items = Array.from({ length: 25 }, () => item(templates.get(keys[0] ?? '')));
    paths.push(...getPaths((await post('/v1/urls', { items })).urls));
  }
  return paths;
};
const [hot, fresh] = [await mintPaths(25), await mintPaths(freshImages)];
for (const path of hot) await (await fetch(address.imageUrl + path)).arrayBuffer();
let hits = 0;
let misses = 0;

const kinds: readonly Kind[] = [
  {
    name: 'image hits',
    share: 0.6,
    next: () => {
      hits += 1;
      return { method: 'GET', url: address.imageUrl + hot[hits % hot.length] };
    },
  },
  {
    name: 'image misses',
    share: 0.08,
    next: () => {
      misses += 1;
      return { method: 'GET', url: address.imageUrl + fresh[misses % fresh.length] };
    },
  },
  {
    name: 'mints',
    share: 0.2,
    next: () => {
      const given = headers();
      return {
        method: 'POST',
        url: `${address.baseUrl}/v1/url`,
        headers: given,
        body: JSON.stringify(item(own(given))),
      };
    },
  },
  {
    name: 'batches',
    share: 0.04,
    next: () => {
      const given = headers();
      const items = Array.from({ length: batchSize }, () => item(own(given)));
      return { method: 'POST', url: `${address.baseUrl}/v1/urls`, headers: given, body: JSON.stringify({ items }) };
    },
  },
  {
    name: 'lists',
    share: 0.08,
    next: () => ({ method: 'GET', url: `${address.baseUrl}/v1/templates`, headers: headers() }),
  },
];

/** Returns the milliseconds of one mint and its image. */
const probe = async (): Promise<number> => {
  const started = performance.now();
  const { url } = await post('/v1/url', item(templates.get(keys[0] ?? '')));
  await (await fetch(url)).arrayBuffer();
  return performance.now() - started;
};
const calmMs = async (): Promise<number> => Math.min(await probe(), await probe(), await probe());

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const report = (title: string, outcomes: readonly Outcome[]): readonly string[] => {
  print(title);
  for (const outcome of outcomes) print(describe(outcome));
  return failures(outcomes);
};
const isHeld = (outcomes: readonly Outcome[]): boolean =>
  failures(outcomes).length === 0 && outcomes.every((outcome) => getQuantile(outcome.tookMs, 0.99) < heldMs);

/** Returns the highest sustained rate, in steps of a quarter, minus a fifth because each is tried for seconds only. */
const heldRate = async (): Promise<number> => {
  let rate = firstRate;
  while (isHeld(await send(kinds, 3, rate * rateStep))) rate *= rateStep;
  return rate * 0.8;
};

/** Returns the milliseconds until a mint and its image are as fast as at a sustained rate; gives up after a while. */
const recovery = async (): Promise<number> => {
  const started = performance.now();
  const passed = () => performance.now() - started;
  while ((await probe()) > heldMs && passed() < 6 * recoveryMs) await pause(100);
  return passed();
};

const before = await calmMs();
print(`alone: a mint and its image take ${before.toFixed(0)} ms`);
await send(kinds, 3, firstRate);
const rate = await heldRate();
await pause(1_000);
const problems = [...report(`the rate it can hold, ${rate.toFixed(0)}/s`, await send(kinds, seconds, rate))];

const overload = send(kinds, seconds, rate * 2);
await pause(seconds * 1_000);
const recovered = await recovery();
problems.push(...report(`twice that, ${(rate * 2).toFixed(0)}/s`, await overload));
print(`recovered ${recovered.toFixed(0)} ms after the last request`);
if (recovered > recoveryMs) problems.push(`It took ${recovered.toFixed(0)} ms to recover.`);
if (misses > fresh.length) print(`note: only the first ${fresh.length} of ${misses} misses were never rendered before`);

for (const problem of problems) print(`broken: ${problem}`);
await stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(problems.length > 0 ? 1 : 0);
