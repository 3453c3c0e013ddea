import { limits } from '../../contract/limits.ts';
import type { SiteResponse, SiteView } from '../../contract/schemas/site.ts';
import type { Budget } from '../../ports/budgets.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { SiteRecord } from '../../ports/sites.ts';

/** Budget of the sites of an account. It has no window. */
export const siteCount = ({ accountId }: Pick<AccountRecord, 'accountId'>): Budget => ({
  owner: accountId,
  name: 'sites',
  limit: limits.sites,
});

/** Converts a site's record to the API's view. */
export const toSiteView = ({ accountId: _, ...site }: SiteRecord): SiteView => ({
  ...site,
  version: site.version ?? null,
  dailyRenders: site.dailyRenders ?? null,
  createdAt: site.createdAt.toISOString(),
  updatedAt: site.updatedAt.toISOString(),
});

/** Returns the response to creating or updating a site. */
export const toSiteResponse = (site: SiteRecord): SiteResponse => ({ siteId: site.siteId, site: toSiteView(site) });
