import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../packages/client/src/index.ts';
import { limits } from '../packages/engine/src/limits.ts';
import { startDev } from '../test/support/running-service.ts';
import { cardNamed } from './cards.ts';
import type { Measurement } from './measurement.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';
import { describeTiming, getSpread } from './timing.ts';
import { alternate, describeWays, requireRendered, type Ways, waysHead } from './two-ways.ts';

/** Measures a running local service as its clients see it, over HTTP and behind the edge function. */
export const measureService = async ({ requests }: PartSettings): Promise<Measurement> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const { address, stop } = await startDev(dataDir);
    try {
      const ways = await openWays(address);
      const rows = describeWays(await alternate(ways, requests, Math.min(20, requests)));
      return { text: table(waysHead, [...rows, ...(await measureSaves(address, requests / 10))]) };
    } finally {
      await stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

type Address = Record<'apiKey' | 'baseUrl' | 'imageUrl', string>;

const openPost =
  ({ apiKey, baseUrl }: Address) =>
  async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
    return response.json() as Promise<any>;
  };

/** Returns code of about as many characters as a template may have: a card below functions that it does not call. */
const getLongCode = (card: string): string => {
  const lines: string[] = [];
  for (let length = card.length; length < limits.codeCharacters - 1_000; length += lines.at(-1)?.length ?? 0)
    lines.push(
      `const sum${lines.length} = (list, first) => list.map((n) => n * ${lines.length}).reduce((a, b) => a + b, first ?? 0);\n`,
    );
  return lines.join('') + card;
};

/** Returns rows: a check, and saves of the card and of the longest code. Each is of code that was never seen. */
const measureSaves = async (address: Address, rounds: number): Promise<string[][]> => {
  const post = openPost(address);
  const card = cardNamed('article').source;
  const saves: readonly (readonly [title: string, path: string, code: string])[] = [
    ['check of the card', '/v1/templates/check', card],
    ['save of the card', '/v1/templates', card],
    [`save of ${limits.codeCharacters.toLocaleString('en')} characters`, '/v1/templates', getLongCode(card)],
  ];
  const times = saves.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1)
    for (const [n, [title, path, code]] of saves.entries()) {
      const started = performance.now();
      await post(path, { name: title, code: `${code}\n// ${round}` });
      if (round >= 0) times[n]?.push(performance.now() - started);
    }
  return saves.map(([title], n) => [title, describeTiming(getSpread(times[n] ?? [])), '']);
};

const openWays = async (address: Address): Promise<Ways> => {
  const post = openPost(address);
  const get = async (url: string): Promise<void> => {
    const image = await fetch(url);
    await image.arrayBuffer();
    requireRendered(image.headers.get('x-cache'));
  };
  const { templateId } = await post('/v1/templates', { name: 'bench', code: cardNamed('article').source });
  const { signingKey } = await post('/v1/signing-keys', { name: 'bench' });
  const images = createClient({ imageHost: address.imageUrl, signingKey });
  return {
    async mintAndFetch(title) {
      const started = performance.now();
      const { url } = await post('/v1/url', { templateId, variables: { title } });
      const minted = performance.now();
      await get(url);
      return [minted - started, performance.now() - minted];
    },
    async onDemand(title) {
      const url = images.sign({ templateId, variables: { title } });
      const started = performance.now();
      await get(url);
      return performance.now() - started;
    },
  };
};
