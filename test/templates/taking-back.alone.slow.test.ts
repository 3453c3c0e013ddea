import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccount, createKey } from '../../admin/administer-accounts.ts';
import { deny } from '../../admin/administer-deny-list.ts';
import { revokeUrl } from '../../admin/administer-revocations.ts';
import { administration } from '../../admin/administration.ts';
import { deleteAccount, type ErasurePorts, eraseUrl } from '../../admin/delete-account.ts';
import { createKeyring } from '../../lambdas/aws/secrets-manager/keyring-store.ts';
import { denyListDelaySeconds } from '../../lambdas/domain/deny-list.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type LocalCloud, startEmulators } from '../../local/emulators.ts';
import { apiHost } from '../../local/gateway.ts';
import { imageHost } from '../../local/image-host.ts';
import { getContext, installLambdaGlobal, loadHandlers } from '../../local/lambda-runtime.ts';
import { type Emulator, listen } from '../../local/listen.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { useFolder } from '../support/folder.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { sendTo } from '../support/send-to.ts';

/**
 * @promise URLs, keys and accounts: A canceled account, revoked key or abuser whose URLs still work
 * @how the operator's deny list by account, template and site, at the edge and behind it. A site image does not name
 *   its template: the edge's cache key changes with denied templates and with the account's revocations (decision
 *   166)
 * @also test/revocations/denials.service.test.ts, test/revocations/stored-denials.faults.slow.test.ts,
 *   test/deliver/image-host.service.test.ts
 * @figure at the edge at once, behind it and for fallback images within a minute
 */

/**
 * @promise URLs, keys and accounts: Reading texts that a template throws, or addresses that it contains, in answers
 *   that anybody gets
 * @how public answers say that a template throws and in which line, and name a remote image by its number unless its
 *   address is in the URL; the account reads the rest in `GET /v1/render-failures` and checks
 * @also test/deliver/image.service.test.ts
 * @figure no text, no address
 */

/** Every kind of image, by what its URL shows. */
const kinds = ['minted', 'onDemand', 'pinned', 'site', 'fallback'] as const;
type Kind = (typeof kinds)[number];
const agents = {
  browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  previewer: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
};
/** Path below which another distribution delivers the images. */
const below = '/cards';

const folder = useFolder();
const pages = new Map<string, Page>();
let cloud: LocalCloud;
let pageServer: Awaited<ReturnType<typeof startPages>>;
let api: Emulator;
let hosts: readonly Emulator[];
beforeAll(async () => {
  pageServer = await startPages(pages);
  cloud = await startEmulators(folder);
  Object.assign(process.env, cloud.environment);
  await createKeyring(process.env.SIGNING_SECRET ?? '');
  const started = Promise.withResolvers<Awaited<ReturnType<typeof loadHandlers>>>();
  api = await listen(apiHost(started.promise, undefined), 0);
  hosts = await Promise.all(
    [undefined, below].map((path) =>
      listen(
        imageHost(started.promise, cloud.edgeKeys, cloud.invalidations, path === undefined ? {} : { below: path }),
        0,
      ),
    ),
  );
  Object.assign(process.env, {
    ...{ BASE_URL: api.url, IMAGE_URL: hosts[0]?.url, URL_LIFETIME_DAYS: '30', BEDROCK_MODEL: '' },
    ...{ EDGE_FUNCTION: 'on', LOOPBACK_FETCHES: 'on', FONT_SOURCE: '', FONT_PACKAGES: '' },
  });
  installLambdaGlobal();
  const handlers = await loadHandlers();
  await handlers.rotateSigningKey({}, getContext('rotateSigningKey', 'deployment'));
  started.resolve(handlers);
});
beforeEach(() => {
  vi.useRealTimers();
  // the caches of edge and functions go by these clocks
  vi.useFakeTimers({ toFake: ['Date', 'performance'], shouldAdvanceTime: true });
});
afterAll(async () => {
  vi.useRealTimers();
  await Promise.all([api, ...hosts].map((one) => one.close()));
  await pageServer.stop();
  await closeWorkers();
  await cloud.close();
});

const code = `export const options = { width: 40, height: 20, format: 'png' };
export default ({ title = 'none' }) => {
  if (title === 'broken') throw new Error('cannot reach https://internal.example/?token=secret');
  return <div style={{ width: '100%', height: '100%', background: '#fff', fontSize: 10 }}>{title}</div>;
};`;

interface Owner {
  readonly accountId: string;
  readonly apiKey: string;
  readonly templateId: string;
  readonly siteId: string;
  readonly urls: Readonly<Record<Kind, string>>;
}

const call = async (owner: Pick<Owner, 'apiKey'>, method: string, path: string, body: unknown) => {
  const { status, json } = await sendTo({ baseUrl: api.url, apiKey: owner.apiKey }, method, path, body);
  expect([path, status, json.code]).toEqual([path, expect.toSatisfy((one: number) => one < 300), undefined]);
  return json;
};

/** An account with an image of every kind. */
const anOwner = async (): Promise<Owner> => {
  const { store } = administration();
  const { accountId } = await createAccount(store, runtime, { plan: 'scale' });
  const { apiKey } = await createKey(store, runtime, accountId);
  const key = { apiKey };
  const { templateId } = await call(key, 'POST', '/v1/templates', { name: 'Card', code });
  const minted = await call(key, 'POST', '/v1/url', { templateId, variables: { title: 'minted' } });
  const { signingKey } = await call(key, 'POST', '/v1/signing-keys', { name: 'Site' });
  await call(key, 'PUT', '/v1/fallback', { templateId });
  const { siteId } = await call(key, 'POST', '/v1/sites', { origin: pageServer.origin, templateId });
  const sitePath = siteImagePathOf(siteId, `/${accountId}`);
  const image = `<meta property="og:image" content="https://img.example${sitePath}">`;
  pages.set(`/${accountId}`, `<head><meta property="og:title" content="site">${image}</head>`);
  const sign = (title: string, version?: number) =>
    onDemandPath(signingKey, { templateId, variables: { title }, ...(version !== undefined && { version }) });
  const { pathname, search } = new URL(minted.url);
  const urls = {
    ...{ minted: pathname + search, onDemand: sign('on demand'), pinned: sign('pinned', 1) },
    ...{ site: sitePath, fallback: sign('broken') },
  };
  return { accountId, apiKey, templateId, siteId, urls };
};

/** Fetches an image from both distributions as both client classes. */
const fetchAll = (path: string) =>
  Promise.all(
    hosts.flatMap(({ url }, n) =>
      Object.values(agents).map(async (agent) => {
        const response = await fetch(`${url}${n === 0 ? '' : below}${path}`, { headers: { 'user-agent': agent } });
        const body = await response.text();
        return {
          status: response.status,
          cache: response.headers.get('x-cache') ?? '',
          headers: response.headers,
          body,
        };
      }),
    ),
  );

const ports = (): ErasurePorts => {
  const { ports: own, store, data, edgeCaches } = administration();
  const pause = async () => undefined;
  return {
    ...own,
    store,
    data,
    edgeCaches,
    edge: own['edgeDenyList:write'],
    drainMs: 0,
    pause,
  };
};
const denyThe = (kind: 'account' | 'template' | 'site', id: string) => {
  const { store, edge } = ports();
  return deny({ store, edge }, runtime, { kind, id });
};
const toUrl = (path: string) => `${hosts[0]?.url}${path}`;

interface Row {
  readonly takeBack: (owner: Owner) => Promise<unknown>;
  readonly ends: readonly Kind[];
}
const rows: Readonly<Record<string, Row>> = {
  'account delete': { takeBack: ({ accountId }) => deleteAccount(ports(), runtime, accountId, true), ends: kinds },
  'deny account': { takeBack: ({ accountId }) => denyThe('account', accountId), ends: kinds },
  'deny template': { takeBack: ({ templateId }) => denyThe('template', templateId), ends: kinds },
  'deny site': { takeBack: ({ siteId }) => denyThe('site', siteId), ends: ['site'] },
  'revocation of a template': {
    takeBack: (owner) => call(owner, 'POST', '/v1/revocations', { templateId: owner.templateId }),
    ends: kinds,
  },
  'revocation of a version': {
    takeBack: (owner) => call(owner, 'POST', '/v1/revocations', { templateId: owner.templateId, version: 1 }),
    ends: kinds,
  },
  ...Object.fromEntries(
    kinds.flatMap((kind): [string, Row][] => [
      [
        `revocation of a URL by its account: ${kind}`,
        { takeBack: (owner) => call(owner, 'POST', '/v1/revocations', { url: toUrl(owner.urls[kind]) }), ends: [kind] },
      ],
      [`revoke url: ${kind}`, { takeBack: ({ urls }) => revokeUrl(ports(), runtime, toUrl(urls[kind])), ends: [kind] }],
      [
        `revoke --erase: ${kind}`,
        { takeBack: ({ urls }) => eraseUrl(ports(), runtime, toUrl(urls[kind])), ends: [kind] },
      ],
    ]),
  ),
};

describe('what is taken back ends within the promised time, in every cache', () => {
  it.each(Object.entries(rows))('%s', async (_title, { takeBack, ends }) => {
    const owner = await anOwner();
    for (const kind of kinds) {
      await fetchAll(owner.urls[kind]);
      // now from the edge
      for (const { status, cache } of await fetchAll(owner.urls[kind]))
        expect([kind, status, cache]).toEqual([kind, 200, 'Hit from local edge']);
    }

    await takeBack(owner);
    // clients ask meanwhile, and the caches keep what they get
    vi.advanceTimersByTime(denyListDelaySeconds * 250);
    for (const kind of kinds) await fetchAll(owner.urls[kind]);
    vi.advanceTimersByTime(denyListDelaySeconds * 750);

    for (const kind of kinds)
      for (const { status, body } of await fetchAll(owner.urls[kind]))
        expect([kind, status, body.slice(0, 200)]).toEqual([
          kind,
          expect.toSatisfy((one: number) => (ends.includes(kind) ? one >= 400 && one < 500 : one === 200)),
          expect.any(String),
        ]);
  });
});

it('a text that a template throws is read by its account only', async () => {
  const owner = await anOwner();
  for (const { status, headers, body } of await fetchAll(owner.urls.fallback)) {
    expect([status, headers.get('x-image-warning')]).toEqual([
      200,
      'fallback: INVALID_VARIABLES: The template fails with these variables: It throws an error (line 3 of the template)',
    ]);
    expect(body).not.toContain('internal.example');
  }
  await call(owner, 'PUT', '/v1/fallback', { templateId: null });
  vi.advanceTimersByTime(120_000);
  for (const { status, body } of await fetchAll(owner.urls.fallback)) {
    expect([status, JSON.parse(body).code]).toEqual([422, 'INVALID_VARIABLES']);
    expect(body).not.toContain('internal.example');
  }
  const { json } = await sendTo({ baseUrl: api.url, apiKey: owner.apiKey }, 'GET', '/v1/render-failures');
  expect(json.renderFailures[0].message).toContain('cannot reach https://internal.example/?token=secret');
});
