import type { ServiceError } from 'image-url-contract/errors.ts';
import { readOnDemandUrl } from 'image-url-contract/signing/on-demand-url.ts';
import { deliverFallback, type OnDemandDelivery } from '../deliver/on-demand-failure.ts';
import { deliverOnDemand } from '../deliver/render-on-demand.ts';
import { getDelegatedLimits } from '../limits/quota.ts';
import type { SeenUsage } from '../ports/quotas.ts';
import type { SitePage, SiteRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import {
  type AskedImage,
  type Found,
  type Owners,
  PageError,
  type PageImage,
  type SitePorts,
  type SiteRequest,
} from './read-page.ts';

/** The current image of a page. A fallback image has a shorter cache time. */
export type SiteDelivery = OnDemandDelivery & { readonly isPointer?: boolean };

export const getSiteLimits = (site: SiteRecord, now: Date) => getDelegatedLimits('site', site.siteId, site, now);

/**
 * Returns the group of failures of pages without an image: one record a minute for all that were found alike, so that
 * requests for invented paths do not hide the failure of a page that names its image.
 */
export const getFailureGroup = ({ site, isKnown }: SiteRequest, found: Found): string | undefined =>
  isKnown ? undefined : `site ${site.siteId} ${found}`;

/** What is read of the account of a site. */
export interface Ahead {
  readonly owners: Owners;
  readonly usage: SeenUsage;
}

/** Delivers an on-demand image within the site's limits of new images. */
export const deliver = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  image: PageImage | AskedImage,
  ahead?: Ahead,
): Promise<SiteDelivery> => {
  const { site, clientClass, epoch, path } = request;
  const asked = 'url' in image ? image : { url: readOnDemandUrl({ ...image, signature: '' }), part: image.part };
  const { url } = asked;
  if (!url) throw new Error('The image of a page cannot be read.');
  const of = { limits: getSiteLimits(site, runtime.now()), failureGroup: getFailureGroup(request, 'named') };
  const wanted = { ...asked, url, accountId: site.accountId, path, clientClass, epoch, site: of };
  const delivered = await deliverOnDemand(ports, runtime, wanted, ahead);
  return delivered.fallbackReason === undefined ? { ...delivered, isPointer: true } : delivered;
};

/** Responds for a page without an image: with the account's fallback image or the error. */
export const answerProblem = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  error: ServiceError,
): Promise<SiteDelivery> => {
  const fallback = await deliverFallback(ports, runtime, request.site, error, request.clientClass);
  if (fallback) return fallback;
  throw error;
};

/** Adds work after the answer. */
export const withAfter = (delivered: SiteDelivery, work: () => Promise<unknown>): SiteDelivery => ({
  ...delivered,
  after: async () => {
    await Promise.all([delivered.after?.(), work()]);
  },
});

export const deliverStored = (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  { image, problem = '', readAgainAt }: SitePage,
): Promise<SiteDelivery> =>
  image === undefined
    ? answerProblem(ports, runtime, request, new PageError(problem, readAgainAt))
    : deliver(ports, runtime, request, image);
