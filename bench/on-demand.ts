import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../lambdas/contract/routes.ts';
import { createClient } from '../packages/client/src/index.ts';
import { apiEvent, buildBundledService, imageEvent } from '../test/infra/bundles/bundled-service.ts';
import { startDev } from '../test/support/running-service.ts';
import { cardNamed } from './cards.ts';
import { once, timed } from './first-requests.ts';
import { table } from './report.ts';
import { describeTiming, getSpread, type Timing } from './timing.ts';

export interface OnDemandSettings {
  /** Images of each kind from a warm service. */
  readonly requests: number;
  /** Images of each kind from newly started functions. */
  readonly onDemandStarts: number;
  readonly signatures: number;
}

/** Milliseconds of an image: minted and fetched, or fetched by a URL that the site signed. */
interface Compared {
  readonly mint: number[];
  readonly fetch: number[];
  readonly onDemand: number[];
}

/** Both ways to get an image. Each call is for one that was never rendered. */
interface Ways {
  mintAndFetch(title: string): Promise<readonly [mintMs: number, fetchMs: number]>;
  /** Signs before the measured time begins. */
  onDemand(title: string): Promise<number>;
}

const code = cardNamed('article').source;
const variables = (title: string) => ({ title: `${title}: designing resilient queues` });

/** Times both ways in alternating order, without the first `warmUps` rounds. */
const alternate = async ({ mintAndFetch, onDemand }: Ways, rounds: number, warmUps: number): Promise<Compared> => {
  const times: Compared = { mint: [], fetch: [], onDemand: [] };
  for (let round = -warmUps; round < rounds; round += 1) {
    const steps = [
      async () => {
        const [mint, fetch] = await mintAndFetch(`Minted ${round}`);
        if (round >= 0) times.mint.push(mint) && times.fetch.push(fetch);
      },
      async () => {
        const ms = await onDemand(`Signed ${round}`);
        if (round >= 0) times.onDemand.push(ms);
      },
    ];
    for (const step of round % 2 === 0 ? steps : steps.toReversed()) await step();
  }
  return times;
};

const since = (started: number): number => performance.now() - started;

const requireRendered = (what: string | null | undefined): void => {
  if (what !== 'render') throw new Error('An image was not rendered.');
};

/** Measures a running local service, over HTTP and behind the edge function. */
const measureWarm = async (rounds: number): Promise<Compared> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const { address, stop } = await startDev(dataDir);
  try {
    const headers = { authorization: `Bearer ${address.apiKey}` };
    const post = async (path: string, body: unknown) => {
      const response = await fetch(address.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
      return response.json() as Promise<any>;
    };
    const get = async (url: string) => {
      const image = await fetch(url);
      await image.arrayBuffer();
      requireRendered(image.headers.get('x-cache'));
    };
    const { templateId } = await post('/v1/templates', { name: 'bench', code });
    const { signingKey } = await post('/v1/signing-keys', { name: 'bench' });
    const images = createClient({ imageUrl: address.imageUrl, signingKey });
    const ways: Ways = {
      async mintAndFetch(title) {
        const started = performance.now();
        const { url } = await post('/v1/url', { templateId, variables: variables(title) });
        const minted = performance.now();
        await get(url);
        return [minted - started, since(minted)];
      },
      async onDemand(title) {
        const url = images.sign({ templateId, variables: variables(title) });
        const started = performance.now();
        await get(url);
        return since(started);
      },
    };
    return await alternate(ways, rounds, 20);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Measures deployed functions, each started for one request; their storage is warm. */
const measureCold = async (rounds: number): Promise<Compared> => {
  const service = await buildBundledService();
  try {
    await once(service, 'rotateSigningKey', {});
    const call = async (id: 'createTemplate' | 'createSigningKey', body: object) =>
      JSON.parse((await once(service, id, apiEvent(routes[id], service.apiKey, { body }))).body);
    const { templateId } = await call('createTemplate', { name: 'bench', code });
    const { signingKey } = await call('createSigningKey', { name: 'bench' });
    const images = createClient({ imageUrl: 'https://images.example.org', signingKey });
    const ways: Ways = {
      async mintAndFetch(title) {
        const body = { templateId, variables: variables(title) };
        const mint = await timed(service, 'mintUrl', apiEvent(routes.mintUrl, service.apiKey, { body }));
        const image = await timed(service, 'renderImage', imageEvent(new URL(JSON.parse(mint.body).url)));
        requireRendered(image.cache);
        return [mint.ms, image.ms];
      },
      async onDemand(title) {
        const url = images.sign({ templateId, variables: variables(title) });
        const image = await timed(service, 'renderOnDemand', imageEvent(new URL(url)));
        requireRendered(image.cache);
        return image.ms;
      },
    };
    return await alternate(ways, rounds, 1);
  } finally {
    await service.close();
  }
};

/** Number of signatures that are timed together, because one is too short for the clock. */
const signaturesAtOnce = 100;

/** Returns the microseconds of one signature by the client, with changing variables. */
const measureSigning = (signatures: number): Timing => {
  const signingKey = `iusk.bench.${Buffer.alloc(32, 7).toString('base64url')}`;
  const images = createClient({ imageUrl: 'https://images.example.org', signingKey });
  const times: number[] = [];
  for (let done = -signatures / 10; done < signatures; done += signaturesAtOnce) {
    const started = performance.now();
    for (let n = 0; n < signaturesAtOnce; n += 1)
      images.sign({ templateId: 'starter-article', variables: variables(`Article ${done + n}`) });
    if (done >= 0) times.push((since(started) * 1_000) / signaturesAtOnce);
  }
  return getSpread(times);
};

const rows = (state: string, { mint, fetch, onDemand }: Compared): string[][] => {
  const both = getSpread(mint.map((ms, n) => ms + (fetch[n] ?? Number.NaN)));
  const first = getSpread(onDemand);
  return [
    [`${state}: mint`, describeTiming(getSpread(mint)), ''],
    [`${state}: fetch`, describeTiming(getSpread(fetch)), ''],
    [`${state}: mint and fetch`, describeTiming(both), ''],
    [`${state}: first on-demand request`, describeTiming(first), (first.median / both.median).toFixed(2)],
  ];
};

/** Compares the first request for an on-demand URL with a mint and its fetch, and times signing. @returns Markdown */
export const measureOnDemand = async (settings: OnDemandSettings): Promise<string> => {
  const signing = measureSigning(settings.signatures);
  const warm = await measureWarm(settings.requests);
  const cold = await measureCold(settings.onDemandStarts);
  const { median, p10, p90 } = signing;
  return [
    table(
      ['never rendered, 1200 x 630', 'median (tenth to ninetieth percentile)', 'over mint and fetch'],
      [...rows('warm', warm), ...rows('cold', cold)],
    ),
    `\nSigning in the client, warm: ${median.toFixed(1)} µs (${p10.toFixed(1)} to ${p90.toFixed(1)}).`,
    `Load average at the end: ${loadavg()[1]?.toFixed(1)} over 5 minutes.`,
  ].join('\n');
};
