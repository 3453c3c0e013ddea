import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../packages/client/src/index.ts';
import { startDev } from '../test/support/running-service.ts';
import { cardNamed } from './cards.ts';
import type { Measurement } from './measurement.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';
import { alternate, describeWays, requireRendered, type Ways, waysHead } from './two-ways.ts';

/** Measures a running local service as its clients see it, over HTTP and behind the edge function. */
export const measureService = async ({ requests }: PartSettings): Promise<Measurement> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const { address, stop } = await startDev(dataDir);
    try {
      const ways = await openWays(address);
      return { text: table(waysHead, describeWays(await alternate(ways, requests, Math.min(20, requests)))) };
    } finally {
      await stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

const openWays = async ({
  apiKey,
  baseUrl,
  imageUrl,
}: Record<'apiKey' | 'baseUrl' | 'imageUrl', string>): Promise<Ways> => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
    return response.json() as Promise<any>;
  };
  const get = async (url: string): Promise<void> => {
    const image = await fetch(url);
    await image.arrayBuffer();
    requireRendered(image.headers.get('x-cache'));
  };
  const { templateId } = await post('/v1/templates', { name: 'bench', code: cardNamed('article').source });
  const { signingKey } = await post('/v1/signing-keys', { name: 'bench' });
  const images = createClient({ imageHost: imageUrl, signingKey });
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
