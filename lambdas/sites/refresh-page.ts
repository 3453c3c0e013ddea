import { addMs } from 'image-url-contract/days.ts';
import { fail, isServiceError } from 'image-url-contract/errors.ts';
import { answerFailure } from '../deliver/on-demand-failure.ts';
import { recordFailure } from '../deliver/record-failure.ts';
import { rejectEnded } from '../deliver/reject-ended.ts';
import { isServed } from '../domain/quota/subscription.ts';
import { failureMs } from '../domain/times.ts';
import { requireUnits } from '../limits/quota.ts';
import type { SitePage, SiteRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import {
  type Ahead,
  answerProblem,
  deliver,
  getFailureGroup,
  getSiteLimits,
  type SiteDelivery,
  withAfter,
} from './deliver-page.ts';
import { PageError, type PageImage, readPage, type SitePorts, type SiteRequest } from './read-page.ts';

export const readAhead = async (ports: SitePorts, { accountId, templateId }: SiteRecord): Promise<Ahead> => {
  const [owners, usage] = await Promise.all([
    ports['owners:read'].find(accountId, templateId),
    ports['mints:spend'].latest(accountId),
  ]);
  return { owners, usage };
};

/**
 * Returns account and template of a site whose account may have a new image.
 *
 * @throws SITE_NOT_FOUND for a closed account, URL_DENIED, URL_REVOKED, SUBSCRIPTION_INACTIVE, QUOTA_EXCEEDED
 */
const requireAccount = async (
  ports: SitePorts,
  runtime: Runtime,
  { site }: SiteRequest,
  reading: Promise<Ahead>,
): Promise<Ahead> => {
  const { accountId, siteId, templateId, version = 0 } = site;
  const [ahead] = await Promise.all([
    reading,
    rejectEnded(ports, runtime, { accountId, siteId, templateId, version, hash: '' }),
  ]);
  const { account } = ahead.owners;
  const now = runtime.now();
  if (!account || !isServed(account, now)) throw fail('SUBSCRIPTION_INACTIVE');
  const unit = { quota: 'mints', units: 1, keys: getSiteLimits(site, now), seen: ahead.usage } as const;
  await requireUnits(ports['mints:spend'], runtime, account, unit);
  return ahead;
};

/** Stores what was read of a page, one without an image until it may be read again, and ends its lease. */
type StorePage = (page: SitePage) => Promise<void>;

/** Reads a page whose account may have a new image, and delivers the result. */
const readAndDeliver = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  ahead: Ahead,
  old: PageImage | undefined,
  store: StorePage,
): Promise<SiteDelivery> => {
  const now = runtime.now();
  // a refresh that is asked for while the page is read is not lost
  const keep = { readAt: now, ...(old !== undefined && { image: old }) };
  try {
    const read = await readPage(ports, runtime, request, ahead.owners);
    // not awaited: nothing is stored for a page that was not read
    if ('notRead' in read)
      return old === undefined
        ? answerProblem(ports, runtime, request, read.notRead)
        : deliver(ports, runtime, request, old);
    const delivering = deliver(ports, runtime, request, read, ahead);
    await Promise.allSettled([delivering, read.proving]);
    const delivered = withAfter(await delivering, read.after);
    const { fallbackReason } = delivered;
    if (fallbackReason === undefined) {
      const readAgainAt = addMs(now, request.site.refreshSeconds * 1_000);
      const image = { key: read.url.key, part: read.part };
      return withAfter(delivered, () => store({ image, readAt: now, readAgainAt }));
    }
    await store({ ...keep, problem: fallbackReason, readAgainAt: addMs(now, failureMs) });
    return old === undefined ? delivered : await deliver(ports, runtime, request, old);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const isOfPage = error instanceof PageError;
    const readAgainAt = (isOfPage && error.retryAt) || addMs(now, failureMs);
    await store({ ...keep, problem: error.message, readAgainAt });
    if (isOfPage) {
      runtime.count({ UnusablePages: 1 });
      const origin = { ...request.site, failureGroup: getFailureGroup(request, error.found) };
      await recordFailure(ports, runtime, origin, request.path, error);
    }
    if (old !== undefined) return deliver(ports, runtime, request, old);
    if (isOfPage) return answerProblem(ports, runtime, request, error);
    throw error;
  }
};

/**
 * Reads a page without a fresh image, under its lease, and delivers the result. Nothing is fetched or stored for an
 * account that may have no new image: it keeps the images that it has.
 */
export const refresh = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  old: PageImage | undefined,
  reading: Promise<Ahead>,
  store: StorePage,
): Promise<SiteDelivery> => {
  let ahead: Ahead;
  try {
    ahead = await requireAccount(ports, runtime, request, reading);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (old !== undefined) return deliver(ports, runtime, request, old);
    const origin = { ...request.site, failureGroup: getFailureGroup(request, 'unread') };
    return answerFailure(ports, runtime, origin, request.path, error, undefined, request.clientClass);
  }
  return readAndDeliver(ports, runtime, request, ahead, old, store);
};
