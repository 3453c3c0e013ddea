import { createAccount, createKey } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { useLocalCloud } from '../../local/local-cloud.ts';
import { createClient } from '../../packages/client/src/index.ts';
import type { ServiceAddress } from '../../test/support/running-service.ts';
import { loadCard } from './card.ts';
import type { Kind, LoadRequest } from './traffic.ts';

/** Several accounts, so that none runs out of units. */
const accounts = 8;
const cachedImages = 25;
const batchSize = 5;
/** URLs that wait for their first request, at most. */
const maxFresh = 10_000;

interface Caller {
  readonly apiKey: string;
  readonly templateId: string;
  readonly sign: (title: string) => string;
}

/** Opens mixed traffic for a running service. */
export const openServiceTraffic = async ({ baseUrl, imageUrl, dataDir }: ServiceAddress) => {
  await useLocalCloud(dataDir);
  const { store } = administration();
  const post = async (path: string, body: unknown, apiKey: string) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
    return (await response.json()) as any;
  };
  const openCaller = async (): Promise<Caller> => {
    const { accountId } = await createAccount(store, runtime, { plan: 'scale' });
    const { apiKey } = await createKey(store, runtime, accountId);
    const { templateId } = await post('/v1/templates', { name: 'load', code: loadCard.source }, apiKey);
    const { signingKey } = await post('/v1/signing-keys', { name: 'load' }, apiKey);
    const client = createClient({ imageHost: imageUrl, signingKey });
    return { apiKey, templateId, sign: (title) => client.sign({ templateId, variables: { title } }) };
  };
  const callers: Caller[] = [];
  for (let n = 0; n < accounts; n += 1) callers.push(await openCaller());

  let turn = 0;
  let titles = 0;
  const nextCaller = (): Caller => {
    turn += 1;
    return callers[turn % callers.length] as Caller;
  };
  const newTitle = (): string => {
    titles += 1;
    return `Title ${titles}`;
  };
  const newItem = ({ templateId }: Caller) => ({ templateId, variables: { title: newTitle() } });
  const asCaller = (method: 'GET' | 'POST', path: string, toBody?: (caller: Caller) => object): LoadRequest => {
    const caller = nextCaller();
    const headers = { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' };
    return { method, url: baseUrl + path, headers, ...(toBody && { body: JSON.stringify(toBody(caller)) }) };
  };

  /** URLs of mints whose image was never requested, the oldest first. */
  const fresh: string[] = [];
  const mintBatch = async (): Promise<string[]> => {
    const caller = nextCaller();
    const items = Array.from({ length: cachedImages }, () => newItem(caller));
    const { urls } = await post('/v1/urls', { items }, caller.apiKey);
    return urls.map(({ url }: { url: string }) => url);
  };
  const cached = await mintBatch();
  for (const url of cached) await (await fetch(url)).arrayBuffer();
  for (let n = 0; n < 8; n += 1) fresh.push(...(await mintBatch()));

  let hits = 0;
  const firstOnDemand = (): LoadRequest => ({ method: 'GET', url: nextCaller().sign(newTitle()) });
  const kinds: readonly Kind[] = [
    {
      name: 'cached images',
      share: 0.56,
      next: () => {
        hits += 1;
        return { method: 'GET', url: cached[hits % cached.length] as string };
      },
    },
    {
      name: 'new images',
      share: 0.08,
      next: () => {
        const url = fresh.shift();
        if (url === undefined) throw new Error('There are more requests for new images than mints.');
        return { method: 'GET', url };
      },
    },
    { name: 'first on-demand requests', share: 0.04, next: firstOnDemand },
    {
      name: 'mints',
      share: 0.2,
      next: () => asCaller('POST', '/v1/url', newItem),
      use: (body) => {
        if (fresh.length < maxFresh) fresh.push(JSON.parse(body).url);
      },
    },
    {
      name: 'batches of five',
      share: 0.04,
      next: () =>
        asCaller('POST', '/v1/urls', (caller) => ({
          items: Array.from({ length: batchSize }, () => newItem(caller)),
        })),
    },
    { name: 'lists', share: 0.08, next: () => asCaller('GET', '/v1/templates') },
  ];
  return {
    kinds,
    onDemand: [{ name: 'first on-demand requests', share: 1, next: firstOnDemand }] satisfies readonly Kind[],
    /** Returns the milliseconds of one mint and its image. @throws Error while the service refuses them */
    probe: async (): Promise<number> => {
      const started = performance.now();
      const caller = nextCaller();
      const { url } = await post('/v1/url', newItem(caller), caller.apiKey);
      await (await fetch(url)).arrayBuffer();
      return performance.now() - started;
    },
  };
};
