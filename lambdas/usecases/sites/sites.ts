import { fail, failWithDetail } from '../../contract/errors.ts';
import { createSiteId, siteRandomBytes } from '../../core/sites/site-path.ts';
import type { SiteRecord } from '../../ports/records.ts';
import type { Answer, UseCase } from '../../ports/use-case.ts';
import { releaseOne, siteCount, withBudgetUnit } from '../accounts/budgets.ts';
import { requireUsable } from '../accounts/ownership.ts';

/** Default of `refreshSeconds`: time after which a page is read again. */
const usualRefreshSeconds = 3_600;

const toSiteView = ({ accountId: _, ...site }: SiteRecord): Answer<'listSites'>['sites'][number] => ({
  ...site,
  version: site.version ?? null,
  dailyRenders: site.dailyRenders ?? null,
  createdAt: site.createdAt.toISOString(),
  updatedAt: site.updatedAt.toISOString(),
});

const toSiteResponse = (site: SiteRecord) => ({ siteId: site.siteId, site: toSiteView(site) });

/**
 * Creates a site.
 *
 * @throws INVALID_BODY for the service's own image host, which has no pages; TEMPLATE_NOT_FOUND, TOO_MANY_SITES
 */
export const createSite: UseCase<'createSite'> = async (ports, runtime, { caller, templates, body }) => {
  const { accountId } = caller;
  const { origin, templateId, version, map = {}, refreshSeconds = usualRefreshSeconds, dailyRenders } = body;
  if (new URL(origin).host === new URL(ports['sites:create'].imageUrl).host)
    throw failWithDetail('INVALID_BODY', 'origin is the image host; name the origin of the pages.');
  requireUsable(templates.get(templateId), caller);
  const now = runtime.now();
  const site: SiteRecord = {
    ...{ accountId, siteId: createSiteId(accountId, runtime.randomBytes(siteRandomBytes)) },
    ...{ origin, templateId, version: version ?? undefined, map, refreshSeconds },
    ...{ dailyRenders: dailyRenders ?? undefined, createdAt: now, updatedAt: now },
  };
  await withBudgetUnit(ports, siteCount(caller), fail('TOO_MANY_SITES'), () => ports['sites:create'].put(site));
  return toSiteResponse(site);
};

/** Lists the sites of an account, the newest first. */
export const listSites: UseCase<'listSites'> = async (ports, _, { caller }) => {
  const found = await ports['sites:list'].of(caller.accountId);
  return { sites: found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(toSiteView) };
};

const triesAtMost = 5;

/**
 * Changes a site of the caller's account. Its images change when their pages are read again.
 *
 * @throws TEMPLATE_NOT_FOUND, SITE_NOT_FOUND
 */
export const updateSite: UseCase<'updateSite'> = async (ports, runtime, { caller, templates, path, body }) => {
  const { version, dailyRenders, ...request } = body;
  if (request.templateId !== undefined) requireUsable(templates.get(request.templateId), caller);
  const change = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const before = await ports['sites:update'].find(caller.accountId, path.siteId);
    if (!before) throw fail('SITE_NOT_FOUND');
    const site = {
      ...before,
      ...change,
      // null removes the field
      ...(version !== undefined && { version: version ?? undefined }),
      ...(dailyRenders !== undefined && { dailyRenders: dailyRenders ?? undefined }),
      updatedAt: new Date(Math.max(runtime.now().getTime(), before.updatedAt.getTime() + 1)),
    };
    if (await ports['sites:update'].replace(site, before)) return toSiteResponse(site);
  }
  throw new Error('A site was changed again and again meanwhile.');
};

/** Deletes a site of the caller's account, whose image URLs stop working. @throws SITE_NOT_FOUND */
export const deleteSite: UseCase<'deleteSite'> = async (ports, _, { caller, path: { siteId } }) => {
  if (!(await ports['sites:delete'].delete(caller.accountId, siteId))) throw fail('SITE_NOT_FOUND');
  await releaseOne(ports, siteCount(caller));
  return { siteId };
};
