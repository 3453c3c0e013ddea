import { type Assets, assetsOf } from './assets.ts';
import { batches } from './batches.ts';
import { type Cache, isFresh, memoryCache, wrapCache } from './cache.ts';
import { cacheAt } from './cache-file.ts';
import { checkVariables } from './check-variables.ts';
import { getError, ImageUrlError } from './image-url-error.ts';
import type { MintedUrl, MintRequest, NamedTemplate, TemplateName } from './minting.ts';
import type { OnError } from './on-error.ts';
import { type MintRoute, send } from './send.ts';
import { getApiKey, getBaseUrl, getImageHost, isBrowser, missingKey } from './service.ts';
import { readSigningKey, type SignRequest, signer } from './signing.ts';
import { starterSamples } from './starter-samples.ts';

export interface ClientOptions {
  /** URL of the API, printed by a deployment or `npm run dev`. */
  readonly baseUrl?: string | undefined;
  /** API key. Required only when a URL is not in the cache and must be minted. */
  readonly apiKey?: string | undefined;
  /** URL of the image host, for URLs that are signed locally. */
  readonly imageHost?: string | undefined;
  /** Signing key for `sign`: `iusk.<key>.<secret>` from `POST /v1/signing-keys`. */
  readonly signingKey?: string | undefined;
  /** Path of a cache file, or a store. @default the last 1,000 URLs in memory */
  readonly cache?: string | Cache | undefined;
  /** Templates by the name that `template` of a request uses. */
  readonly templates?: Readonly<Record<string, NamedTemplate>> | undefined;
  /**
   * What adapters do when an image cannot be minted or signed. A request's own `onError` takes precedence.
   *
   * @default 'throw'
   */
  readonly onError?: OnError | undefined;
  /** Timeout of a request with all its retries, in milliseconds. @default 60_000 */
  readonly timeoutMs?: number | undefined;
}

/** Options that can stand in the configuration of a framework: no keys, which are secrets of the environment. */
export type ConfiguredOptions = Omit<ClientOptions, 'apiKey' | 'signingKey' | 'cache'> & {
  /** Path of a cache file. */
  readonly cache?: string | undefined;
};

export interface Client {
  /** Whether there is a signing key: adapters then sign, and send no request. */
  readonly hasSigningKey?: boolean | undefined;
  /** The templates that requests may name. */
  readonly templates?: Readonly<Record<string, NamedTemplate>> | undefined;
  /** Default for requests without `onError`. */
  readonly onError?: OnError | undefined;
  /**
   * Returns a signed URL, from the cache or minted in a batch with other calls of this moment. With `form: 'path'` it
   * is an on-demand URL whose image is evaluated and counted now.
   *
   * @throws ImageUrlError
   */
  mint<Name extends TemplateName = TemplateName>(request: MintRequest<Name>): Promise<MintedUrl>;
  /**
   * Returns a URL that is signed locally, without a request. Its image is rendered and counted on its first request.
   * The same arguments give the same URL on every server and in every build. Variables are compared with those of a
   * named template that has `variables`, as the entries of a lock file do.
   *
   * @throws ImageUrlError
   */
  sign<Name extends TemplateName = TemplateName>(request: SignRequest<Name>): string;
  /** Pictures of the account. Needs an API key. */
  readonly assets: Assets;
}

const getCache = (cache: ClientOptions['cache']): Cache => {
  if (cache === undefined) return memoryCache();
  return typeof cache === 'string' ? cacheAt(cache) : wrapCache(cache);
};

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns canonical JSON: names in order, so that equal values have equal text. */
const toCanonicalJson = (value: unknown): string => {
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
  const timeoutMs = options.timeoutMs ?? 60_000;
  const getService = () => ({ baseUrl: getBaseUrl(options.baseUrl), apiKey: getApiKey(options.apiKey) });
  const sendBy = (route: MintRoute) => (items: readonly string[]) => send(getService(), route, items, timeoutMs);
  const ask = batches(sendBy('batch'));
  // URLs of this form cannot be minted in a batch
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
  let hasNamedSamples = false;
  /** Warns once of an image that shows a fictional author or date of a starter, which no service looks at. */
  const warnOfSamples = (templateId: string | undefined, variables: object = {}): void => {
    const samples = Object.hasOwn(starterSamples, templateId ?? '') ? starterSamples[templateId ?? ''] : undefined;
    const left = samples?.filter((name) => (variables as Readonly<Record<string, unknown>>)[name] === undefined) ?? [];
    if (hasNamedSamples || left.length === 0) return;
    hasNamedSamples = true;
    // biome-ignore lint/suspicious/noConsole: the URL is good; that its image shows samples must be known
    console.warn(
      `image-url-client: an image of ${templateId} shows the samples of ${left.join(', ')}: send these variables; "" leaves one out.`,
    );
  };

  return {
    onError: options.onError,
    hasSigningKey: Boolean(options.signingKey),
    templates: options.templates,
    assets: assetsOf(getService, timeoutMs),
    sign({ template, page, variables, ...request }) {
      try {
        signWith ??= signer(readSigningKey(options.signingKey), getImageHost(options.imageHost));
        const named: Partial<NamedTemplate> = template === undefined ? {} : find(options.templates, template);
        const { templateId, version, format } = named;
        // another version may have other variables
        if (named.variables && (request.version ?? version) === version) checkVariables(named.variables, variables);
        const json = variables === undefined ? undefined : toCanonicalJson(variables);
        const wanted = { templateId, version, ...request, format: request.format ?? format };
        warnOfSamples(wanted.templateId, variables);
        return signWith(wanted, json);
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
      const item = toCanonicalJson({ ...request, templateId, version, details: true });
      if (!options.baseUrl && !options.apiKey) throw missingKey();
      const key = `${getBaseUrl(options.baseUrl)} ${item}`;
      const now = underWay.get(key);
      if (now !== undefined) return now.catch(explain);
      const ofForm = request.form === 'path' ? askAlone : ask;
      const minting = fromCacheOrService(key, () => ofForm(item, toCanonicalJson([templateId, version]))).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, minting);
      return minting.catch(explain);
    },
  };
};
