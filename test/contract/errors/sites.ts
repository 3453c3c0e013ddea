import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll } from 'vitest';
import { setAccount } from '../../../admin/administer-accounts.ts';
import { deny } from '../../../admin/administer-deny-list.ts';
import { dynamoDbSitePages } from '../../../lambdas/aws/dynamodb/sites.ts';
import { readEnvironment } from '../../../lambdas/config/environment.ts';
import { plans } from '../../../lambdas/domain/quota/plans.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { anOwner } from '../../support/an-owner.ts';
import { haveAll } from '../../support/budgets.ts';
import { type Page, startPages } from '../../support/page-server.ts';
import {
  adminPorts,
  anAccount,
  aTemplate,
  type Caller,
  card,
  openCard,
  send,
  store,
  useUp,
} from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { fetching } from './render-on-demand.ts';
import { failing, refused, refusedForeign } from './requests.ts';

const path = '/v1/sites';
const good = { origin: 'https://example.com', templateId: 'starter-article' };
const posting = (body: unknown) => refused('POST', path, body);
const patching = (body: unknown) => refused('PATCH', `${path}/x`, body);

export const createSite: Refusals<'createSite'> = {
  ...getAuthRefusals('POST', path, good),
  PAYLOAD_TOO_LARGE: posting({ ...good, map: { title: 'x'.repeat(100_000) } }),
  INVALID_BODY: posting({ ...good, origin: 'https://example.com/blog' }),
  MISSING_TEMPLATE_ID: posting({ origin: good.origin }),
  INVALID_VERSION: posting({ ...good, version: 0 }),
  TEMPLATE_NOT_FOUND: refusedForeign('POST', (templateId) => [path, { ...good, templateId }]),
  SITE_EXISTS: async () => {
    const caller = await anAccount();
    await send('POST', path, { caller, body: good });
    return { answer: await send('POST', path, { caller, body: { ...good, origin: `${good.origin}/` } }), caller };
  },
  TOO_MANY_SITES: refused('POST', path, good, ({ accountId }) => haveAll(accountId, 'sites')),
  SERVER_ERROR: failing('POST', path, good),
};

export const listSites: Refusals<'listSites'> = { ...getAuthRefusals('GET', path), SERVER_ERROR: failing('GET', path) };

/** What another account does with a site. */
const ofOther = (method: string, body?: unknown) => async (): Promise<Refusal> => {
  const [caller, other] = [await anAccount(), await anAccount()];
  const { json } = await send('POST', path, { caller: other, body: good });
  return {
    answer: await send(method, `${path}/${json.siteId}`, { caller, ...(body !== undefined && { body }) }),
    caller,
  };
};

export const updateSite: Refusals<'updateSite'> = {
  ...getAuthRefusals('PATCH', `${path}/x`, { version: 1 }),
  PAYLOAD_TOO_LARGE: patching({ map: { title: 'x'.repeat(100_000) } }),
  INVALID_BODY: patching({}),
  MISSING_TEMPLATE_ID: patching({ templateId: '' }),
  INVALID_VERSION: patching({ version: 1.5 }),
  TEMPLATE_NOT_FOUND: refusedForeign('PATCH', (templateId) => [`${path}/x`, { templateId }]),
  SITE_NOT_FOUND: ofOther('PATCH', { version: 1 }),
  SERVER_ERROR: failing('PATCH', `${path}/x`, { version: 1 }),
};

const refreshing = `${path}/x/refresh`;
export const refreshSite: Refusals<'refreshSite'> = {
  ...getAuthRefusals('POST', refreshing, { path: '/' }),
  PAYLOAD_TOO_LARGE: refused('POST', refreshing, { path: `/${'x'.repeat(100_000)}` }),
  INVALID_BODY: refused('POST', refreshing, { path: 'blog' }),
  SITE_NOT_FOUND: async () => {
    const [caller, other] = [await anAccount(), await anAccount()];
    const { json } = await send('POST', path, { caller: other, body: good });
    return { answer: await send('POST', `${path}/${json.siteId}/refresh`, { caller, body: { path: '/' } }), caller };
  },
  TOO_MANY_REQUESTS: async () => {
    const caller = await anAccount();
    const siteId = await aSite(caller);
    await useUp(caller, 'refreshes');
    return { answer: await send('POST', `${path}/${siteId}/refresh`, { caller, body: { path: '/' } }), caller };
  },
  SERVER_ERROR: failing('POST', refreshing, { path: '/' }),
};

export const deleteSite: Refusals<'deleteSite'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  SITE_NOT_FOUND: ofOther('DELETE'),
  SERVER_ERROR: failing('DELETE', `${path}/x`),
};

const pages = new Map<string, Page>();
const site = startPages(pages);
afterAll(async () => (await site).stop());

/** A site of an account, whose pages are on this machine. */
const aSite = async (caller: Caller, body: object = {}): Promise<string> => {
  const { origin } = await site;
  const { status, json } = await send('POST', path, { caller, body: { ...good, origin, ...body } });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json.siteId;
};

/** Serves a page that names its image. @returns the path of the image */
const aPage = (siteId: string, page: string, head: string): string => {
  const image = siteImagePathOf(siteId, page, 'png');
  pages.set(
    page,
    `<!doctype html><title>Page</title><meta property="og:image" content="https://img.example${image}">${head}`,
  );
  return image;
};

let count = 0;
/** Fetches the image of a new page of a new site. @param prepare what is done before */
const showing =
  (
    body: (caller: Caller) => Promise<object>,
    prepare: (caller: Caller) => Promise<unknown> = async () => undefined,
    account: Parameters<typeof anAccount>[0] = {},
  ) =>
  async (): Promise<Refusal> => {
    const caller = await anAccount(account);
    const siteId = await aSite(caller, await body(caller));
    count += 1;
    const image = aPage(siteId, `/refused-${count}`, '');
    await prepare(caller);
    return fetching(image, caller);
  };
const ofOpenCard = async (caller: Caller) => ({ templateId: await aTemplate(caller, openCard) });

export const renderSiteImage: Refusals<'renderSiteImage'> = {
  SITE_NOT_FOUND: () => fetching('/v1/s/ana-0123456789abcdef/blog.jpg'),
  URL_DENIED: showing(ofOpenCard, ({ accountId: id }) =>
    deny({ store, edge: adminPorts['edgeDenyList:write'] }, runtime, { kind: 'account', id }),
  ),
  URL_REVOKED: async () => {
    const { caller, templateId } = await anOwner(openCard);
    const image = aPage(await aSite(caller, { templateId }), '/revoked', '');
    await send('POST', '/v1/revocations', { caller, body: { templateId } });
    return fetching(image, caller);
  },
  PAGE_NOT_USABLE: async () => {
    const caller = await anAccount();
    return fetching(siteImagePathOf(await aSite(caller), '/nowhere'), caller);
  },
  INVALID_VARIABLES: showing(async (caller) => ({ templateId: await aTemplate(caller, card) })),
  SUBSCRIPTION_INACTIVE: showing(ofOpenCard, ({ accountId }) =>
    setAccount(store, runtime, accountId, { status: 'past_due' }),
  ),
  TEMPLATE_NOT_FOUND: async () => {
    const { caller, templateId } = await anOwner(openCard);
    const image = aPage(await aSite(caller, { templateId }), '/deleted', '');
    await send('DELETE', `/v1/templates/${templateId}`, { caller });
    return fetching(image, caller);
  },
  VERSION_NOT_FOUND: showing(async (caller) => ({ ...(await ofOpenCard(caller)), version: 7 })),
  QUOTA_EXCEEDED: async () => {
    const before = { mints: plans.free.mints, generations: 0 };
    const caller = await anAccount({ plan: 'free', mintsUsed: before.mints });
    const image = aPage(await aSite(caller, await ofOpenCard(caller)), '/used-up', '');
    return { ...(await fetching(image, caller)), before };
  },
  // another request broke off while it read the page
  RENDER_ERROR: async () => {
    const caller = await anAccount();
    const siteId = await aSite(caller);
    const image = aPage(siteId, '/render-error', '');
    const pages = dynamoDbSitePages(readEnvironment('sitePages:write'));
    const [startedAt, retryAt] = [new Date(), new Date(Date.now() + 3_600_000)];
    const lease = { id: 'other', number: 1, startedAt, retryAt, hasFailed: true };
    const of = { siteId, page: '/render-error', path: image };
    await pages.begin(caller.accountId, of, lease, undefined, retryAt);
    return fetching(image, caller);
  },
};
