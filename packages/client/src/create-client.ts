import { batches } from './batches.ts';
import { type Cache, givenCache, isFresh, memoryCache } from './cache.ts';
import { cacheAt } from './cache-file.ts';
import { ImageUrlError } from './image-url-error.ts';
import type { MintedUrl, MintRequest, NamedTemplate, TemplateName } from './minting.ts';
import { send } from './send.ts';
import { apiKeyOf, baseUrlOf, isBrowser } from './service.ts';

export interface ClientOptions {
  /** The address of the API: what a deployment, or `npm run dev`, prints. */
  readonly baseUrl: string | undefined;
  /** Asked for when something has to be minted: what the cache holds needs none. */
  readonly apiKey: string | undefined;
  /** A path, for a file that outlives the process; or a store. Without it, the last 1,000 URLs are kept in memory. */
  readonly cache?: string | Cache | undefined;
  /** Where `template` of a mint leads, by name. */
  readonly templates?: Readonly<Record<string, NamedTemplate>> | undefined;
  /** How long a request may take, with everything that is tried again. 60,000 by default. */
  readonly timeoutMs?: number | undefined;
}

export interface Client {
  /**
   * A signed URL, from the cache or minted with the others of this moment.
   *
   * @throws ImageUrlError
   */
  mint<Name extends TemplateName = TemplateName>(request: MintRequest<Name>): Promise<MintedUrl>;
}

const cacheOf = (cache: ClientOptions['cache']): Cache => {
  if (cache === undefined) return memoryCache();
  return typeof cache === 'string' ? cacheAt(cache) : givenCache(cache);
};

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON that is the same for what means the same: names in order. */
const canonical = (value: unknown): string => {
  const inOrder = (_name: string, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  try {
    return JSON.stringify(value, inOrder);
  } catch (error) {
    const why = (error as Error).message.split('\n', 1)[0];
    throw new ImageUrlError(`variables cannot be written as JSON: ${why}.`, {
      code: 'INVALID_VARIABLES',
      cause: error,
    });
  }
};

const find = (templates: ClientOptions['templates'] = {}, name: string): NamedTemplate => {
  if (Object.hasOwn(templates, name)) return templates[name] as NamedTemplate;
  const known = Object.keys(templates).join(', ') || 'none';
  throw new ImageUrlError(`createClient was told of no template ${JSON.stringify(name)}; its templates: ${known}.`, {
    code: 'TEMPLATE_NOT_FOUND',
  });
};

/** Mints image URLs with an API key. @throws RUNS_IN_BROWSER where everybody could read the key. */
export const createClient = (options: ClientOptions): Client => {
  if (options.apiKey && isBrowser(globalThis as object))
    throw new ImageUrlError('An API key in a browser is public: mint on the server, and send the URL to the page.', {
      code: 'RUNS_IN_BROWSER',
    });

  const cache = cacheOf(options.cache);
  const underWay = new Map<string, Promise<MintedUrl>>();
  const ask = batches((items) => {
    const service = { baseUrl: baseUrlOf(options.baseUrl), apiKey: apiKeyOf(options.apiKey) };
    return send(service, items, options.timeoutMs ?? 60_000);
  });

  let hasWarned = false;
  const keep = async (key: string, minted: MintedUrl): Promise<void> => {
    try {
      await cache.set(key, minted);
    } catch (error) {
      if (hasWarned) return;
      hasWarned = true;
      const why = error instanceof Error ? error.message : error;
      // biome-ignore lint/suspicious/noConsole: the URL is good; that it will be minted again next time must be known
      console.warn(`image-url-client: URLs could not be kept in the cache: ${why}.`);
    }
  };

  const fromCacheOrService = async (key: string, item: string, template: string): Promise<MintedUrl> => {
    const kept = await cache.get(key);
    if (isFresh(kept)) return kept;
    const minted = await ask(item, template);
    await keep(key, minted);
    return minted;
  };

  return {
    async mint({ template, ...request }) {
      const named = template === undefined ? {} : find(options.templates, template);
      const { templateId, version } = { ...named, ...request };
      const item = canonical({ ...request, templateId, version, details: true });
      const key = `${baseUrlOf(options.baseUrl)} ${item}`;
      const now = underWay.get(key);
      if (now !== undefined) return now;
      const minting = fromCacheOrService(key, item, canonical([templateId, version])).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, minting);
      return minting;
    },
  };
};
