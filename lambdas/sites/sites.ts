import { fail, failWithDetail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { createSiteId, readSitePath, siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { covers, inheritLimits } from '../access/delegation.ts';
import { requireUsable } from '../access/ownership.ts';
import { getAllowance } from '../domain/quota/plans.ts';
import { countFreeWork } from '../limits/budgets.ts';
import { byAge, storeWithin } from '../limits/store-within.ts';
import type { AccountRecord, KeyRecord, SiteRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Answer, UseCase } from '../ports/use-case.ts';

/** Default of `refreshSeconds`: time after which a page is read again. */
const usualRefreshSeconds = 3_600;

const getId = ({ siteId }: SiteRecord): string => siteId;

const toSiteView = ({
  accountId: _,
  countsAgainst: __,
  ...site
}: SiteRecord): Answer<'listSites'>['sites'][number] => ({
  ...site,
  version: site.version ?? null,
  dailyRenders: site.dailyRenders ?? null,
  paths: site.paths ? [...site.paths] : null,
  monthlyMints: site.monthlyMints ?? null,
  expiresAt: site.expiresAt?.toISOString() ?? null,
  createdAt: site.createdAt.toISOString(),
  updatedAt: site.updatedAt.toISOString(),
});

const toSiteResponse = (site: SiteRecord) => ({ siteId: site.siteId, site: toSiteView(site) });

/** `dailyRenders` of a site on a plan without a limit. */
const unlimitedDailyRenders = 1_000;

/** Returns the default of `dailyRenders`: a tenth of what the plan has in a month. */
const getDailyRenders = ({ plan }: AccountRecord, { plans }: Pick<Runtime, 'plans'>): number => {
  const { mints } = getAllowance(plan, plans);
  return mints === null ? unlimitedDailyRenders : Math.max(1, Math.floor(mints / 10));
};

/** Returns whether an API key covers a site: it could have created it. */
const coversSite = (key: KeyRecord, site: SiteRecord): boolean =>
  covers(key, { ...site, templateIds: [site.templateId] });

/**
 * Creates a site with at most the limits of the API key. Its id follows from account and origin, so that an account has
 * one site for an origin.
 *
 * @throws INVALID_BODY for the service's own image host, which has no pages, and for an `expiresAt` in the past;
 * TEMPLATE_NOT_FOUND, SITE_EXISTS, TOO_MANY_SITES
 */
export const createSite: UseCase<'createSite'> = async (ports, runtime, call) => {
  const { caller, templates, body } = call;
  const { accountId } = caller;
  const { origin, templateId, version, map = {}, refreshSeconds = usualRefreshSeconds, paths } = body;
  const { dailyRenders = getDailyRenders(caller, runtime) } = body;
  if (new URL(origin).host === new URL(ports['settings:urls'].imageUrl).host)
    throw failWithDetail('INVALID_BODY', 'origin is the image host; name the origin of the pages.');
  requireUsable(templates.get(templateId), caller);
  const { templateIds: _, ...inherited } = inheritLimits(call, { expiresAt: body.expiresAt ?? undefined }, runtime);
  const now = runtime.now();
  const site: SiteRecord = {
    ...{ accountId, siteId: createSiteId(accountId, origin) },
    ...{ origin, templateId, version: version ?? undefined, map, refreshSeconds },
    ...{ dailyRenders: dailyRenders ?? undefined, paths: paths ?? undefined, ...inherited },
    ...{ createdAt: now, updatedAt: now },
  };
  let there: readonly SiteRecord[] = [];
  await storeWithin(limits.sites, fail('TOO_MANY_SITES'), {
    id: site.siteId,
    list: async () => {
      there = await ports['sites:list'].of(accountId);
      return there.toSorted(byAge(getId)).map(getId);
    },
    store: async () => {
      if (there.some(({ siteId }) => siteId === site.siteId)) throw fail('SITE_EXISTS', site);
      await runtime.beginAct({ accountId, subject: site.siteId });
      if (!(await ports['sites:create'].create(site))) throw fail('SITE_EXISTS', site);
    },
    remove: () => ports['sites:delete'].delete(accountId, site.siteId),
  });
  return toSiteResponse(site);
};

/** Lists the sites of an account that the caller's key covers, the newest first. */
export const listSites: UseCase<'listSites'> = async (ports, _, { caller, key }) => {
  const found = (await ports['sites:list'].of(caller.accountId)).filter((site) => coversSite(key, site));
  return { sites: found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(toSiteView) };
};

const triesAtMost = 5;

/**
 * Changes a site of the caller's account that the caller's key covers. Its images change when their pages are read
 * again.
 *
 * @throws INVALID_BODY for an `expiresAt` in the past; TEMPLATE_NOT_FOUND, SITE_NOT_FOUND
 */
export const updateSite: UseCase<'updateSite'> = async (ports, runtime, call) => {
  const { caller, key, templates, path, body } = call;
  const { version, dailyRenders, paths, expiresAt, ...request } = body;
  if (request.templateId !== undefined) requireUsable(templates.get(request.templateId), caller);
  const inherited = inheritLimits(call, { expiresAt: expiresAt ?? undefined }, runtime);
  const change = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const before = await ports['sites:update'].find(caller.accountId, path.siteId);
    if (!before || !coversSite(key, before)) throw fail('SITE_NOT_FOUND');
    const site = {
      ...before,
      ...change,
      // null removes the field
      ...(version !== undefined && { version: version ?? undefined }),
      ...(dailyRenders !== undefined && { dailyRenders: dailyRenders ?? undefined }),
      ...(paths !== undefined && { paths: paths ?? undefined }),
      ...(expiresAt !== undefined && { expiresAt: inherited.expiresAt }),
      updatedAt: new Date(Math.max(runtime.now().getTime(), before.updatedAt.getTime() + 1)),
    };
    if (tries === 0) await runtime.beginAct({ accountId: caller.accountId, subject: site.siteId });
    if (await ports['sites:update'].replace(site, before)) return toSiteResponse(site);
  }
  throw new Error('A site was changed again and again meanwhile.');
};

/**
 * Has a page of a site that the caller's key covers read again with the next request for one of its images.
 *
 * @throws INVALID_BODY for a path that no image can have, SITE_NOT_FOUND, TOO_MANY_REQUESTS
 */
export const refreshSite: UseCase<'refreshSite'> = async (ports, runtime, { caller, key, path, body }) => {
  const { accountId } = caller;
  const { siteId } = path;
  const site = await ports['sites:read'].find(accountId, siteId);
  if (!site || !coversSite(key, site)) throw fail('SITE_NOT_FOUND');
  const page = readSitePath(siteImagePathOf(siteId, body.path))?.page;
  if (page === undefined)
    throw failWithDetail('INVALID_BODY', 'path must be the path of a page, percent-encoded as in its URL.');
  await countFreeWork(ports, runtime, caller, 'refreshes', 1);
  const now = runtime.now();
  // longer than any page is shown without being read again
  const expiresAt = new Date(now.getTime() + 2 * limits.siteRefreshSeconds.max * 1_000);
  await ports['sitePages:refresh'].refresh(accountId, siteId, page, now, expiresAt);
  return { siteId, path: page };
};

/**
 * Deletes a site of the caller's account that the caller's key covers. Its image URLs stop working.
 *
 * @throws SITE_NOT_FOUND
 */
export const deleteSite: UseCase<'deleteSite'> = async (ports, runtime, { caller, key, path: { siteId } }) => {
  const found = await ports['sites:read'].find(caller.accountId, siteId);
  if (!found || !coversSite(key, found)) throw fail('SITE_NOT_FOUND');
  await runtime.beginAct({ accountId: caller.accountId, subject: siteId });
  if (!(await ports['sites:delete'].delete(caller.accountId, siteId))) throw fail('SITE_NOT_FOUND');
  return { siteId };
};
