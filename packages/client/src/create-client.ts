import { batches } from './batches.ts';
import { type Cache, givenCache, isFresh, memoryCache } from './cache.ts';
import { cacheAt } from './cache-file.ts';
import { getError, ImageUrlError } from './image-url-error.ts';
import type { MintedUrl, MintRequest, NamedTemplate, TemplateName } from './minting.ts';
import type { OnError } from './on-error.ts';
import { type MintRoute, send } from './send.ts';
import { getApiKey, getBaseUrl, getImageUrl, isBrowser } from './service.ts';
import { type SignRequest, signer } from './signing.ts';

export interface ClientOptions {
  /** The address of the API: what a deployment, or `npm run dev`, prints. */
  readonly baseUrl?: string | undefined;
  /** API key. Required only when a URL is not in the cache and has to be minted. */
  readonly apiKey?: string | undefined;
  /** The address of the image host, which URLs that are signed here lead to. */
  readonly imageUrl?: string | undefined;
  /** What `sign` signs with: `iusk.<key>.<secret>` of `POST /v1/signing-keys`. */
  readonly signingKey?: string | undefined;
  /** A path, for a file that outlives the process; or a store. Without it, the last 1,000 URLs are kept in memory. */
  readonly cache?: string | Cache | undefined;
  /** Templates by the name that `template` of a request uses. */
  readonly templates?: Readonly<Record<string, NamedTemplate>> | undefined;
  /**
   * What adapters do when an image cannot be minted or signed, unless the request has its own `onError`.
   *
   * @default 'throw'
   */
  readonly onError?: OnError | undefined;
  /** Timeout of a request with all its retries, in milliseconds. @default 60_000 */
  readonly timeoutMs?: number | undefined;
}

export interface Client {
  /** Whether there is a signing key: adapters then sign, and send no request. */
  readonly hasSigningKey?: boolean | undefined;
  /** Where `template` of a request leads, by name. */
  readonly templates?: Readonly<Record<string, NamedTemplate>> | undefined;
  /** What an adapter makes of an image that cannot be minted, where its request does not say. */
  readonly onError?: OnError | undefined;
  /**
   * A signed URL, from the cache or minted with the others of this moment. With `form: 'path'` it is an on-demand URL whose image is evaluated
   * and counted now.
   *
   * @throws ImageUrlError
   */
  mint<Name extends TemplateName = TemplateName>(request: MintRequest<Name>): Promise<MintedUrl>;
  /**
   * Returns a URL that is signed locally, without a request. Its image is rendered and counted on its first request.
   * The same arguments give the same URL on every server and in every build.
   *
   * @throws ImageUrlError
   */
  sign<Name extends TemplateName = TemplateName>(request: SignRequest<Name>): string;
}

const getCache = (cache: ClientOptions['cache']): Cache => {
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

/**
 * Creates a client that mints and signs image URLs.
 *
 * @throws RUNS_IN_BROWSER in a browser, where a key would be public
 */
export const createClient = (options: ClientOptions): Client => {
  if ((options.apiKey || options.signingKey) && isBrowser(globalThis as object))
    throw new ImageUrlError('A key in a browser is public: mint or sign on the server, and send the URL to the page.', {
      code: 'RUNS_IN_BROWSER',
    });

  const cache = getCache(options.cache);
  const underWay = new Map<string, Promise<MintedUrl>>();
  const sendBy = (route: MintRoute) => (items: readonly string[]) => {
    const service = { baseUrl: getBaseUrl(options.baseUrl), apiKey: getApiKey(options.apiKey) };
    return send(service, route, items, options.timeoutMs ?? 60_000);
  };
  const ask = batches(sendBy('batch'));
  // no batch takes URLs of this form
  const askAlone = batches(sendBy('single'), 1);

  let hasWarned = false;
  const store = async (key: string, minted: MintedUrl): Promise<void> => {
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

  const fromCacheOrService = async (key: string, mint: () => Promise<MintedUrl>): Promise<MintedUrl> => {
    const cached = await cache.get(key);
    if (isFresh(cached)) return cached;
    const minted = await mint();
    await store(key, minted);
    return minted;
  };

  let signWith: ReturnType<typeof signer> | undefined;

  return {
    onError: options.onError,
    hasSigningKey: Boolean(options.signingKey),
    templates: options.templates,
    sign({ template, page, variables, ...request }) {
      try {
        signWith ??= signer(getImageUrl(options.imageUrl), options.signingKey);
        const { templateId, version }: Partial<NamedTemplate> =
          template === undefined ? {} : find(options.templates, template);
        const json = variables === undefined ? undefined : canonical(variables);
        return signWith({ templateId, version, ...request }, json);
      } catch (error) {
        throw getError(error, { template: template ?? request.templateId, variables, page });
      }
    },
    async mint({ template, page, ...request }) {
      const named = template === undefined ? {} : find(options.templates, template);
      const { templateId, version } = { ...named, ...request };
      const explain = (error: unknown) => {
        throw getError(error, { template: template ?? templateId, variables: request.variables, page });
      };
      const item = canonical({ ...request, templateId, version, details: true });
      const key = `${getBaseUrl(options.baseUrl)} ${item}`;
      const now = underWay.get(key);
      if (now !== undefined) return now.catch(explain);
      const ofForm = request.form === 'path' ? askAlone : ask;
      const minting = fromCacheOrService(key, () => ofForm(item, canonical([templateId, version]))).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, minting);
      return minting.catch(explain);
    },
  };
};
