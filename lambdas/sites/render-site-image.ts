import { addMs } from 'image-url-contract/days.ts';
import { fail, failWithRetryAt, isServiceError, ServiceError } from 'image-url-contract/errors.ts';
import { matchesPaths } from 'image-url-contract/page-globs.ts';
import { readOnDemandUrl } from 'image-url-contract/signing/on-demand-url.ts';
import { describeMissingFormat, hashSiteImage, readSitePath } from 'image-url-contract/sites/site-path.ts';
import type { ClientClass } from 'image-url-engine/client-classes.ts';
import { sharedTime } from 'image-url-engine/workers.ts';
import { answerFailure, deliverFallback, type OnDemandDelivery } from '../deliver/on-demand-failure.ts';
import { recordFailure } from '../deliver/record-failure.ts';
import { rejectEnded } from '../deliver/reject-ended.ts';
import { type OwnLease, underLease } from '../deliver/render-lease.ts';
import { deliverOnDemand } from '../deliver/render-on-demand.ts';
import { isServed } from '../domain/quota/subscription.ts';
import { lastVersion } from '../domain/revocation.ts';
import { failureMs, patienceMs } from '../domain/times.ts';
import { getDelegatedLimits, requireUnits } from '../limits/quota.ts';
import type { SeenUsage } from '../ports/quotas.ts';
import type { SitePage, SiteRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type KnownPage, pageLease } from './page-lease.ts';
import {
  type AskedImage,
  type Found,
  type Owners,
  PageError,
  type PageImage,
  readPage,
  type SitePorts,
  type SiteRequest,
} from './read-page.ts';

/** Milliseconds for which the response for an unknown site may be cached. */
const unknownMs = 60_000;

/** The current image of a page. A fallback image has a shorter cache time. */
export type SiteDelivery = OnDemandDelivery & { readonly isPointer?: boolean };

const getSiteLimits = (site: SiteRecord, now: Date) => getDelegatedLimits('site', site.siteId, site, now);

/**
 * Returns the group of failures of pages without an image: one record a minute for all that were found alike, so that
 * requests for invented paths do not hide the failure of a page that names its image.
 */
const getFailureGroup = ({ site, isKnown }: SiteRequest, found: Found): string | undefined =>
  isKnown ? undefined : `site ${site.siteId} ${found}`;

/** What is read of the account of a site. */
interface Ahead {
  readonly owners: Owners;
  readonly usage: SeenUsage;
}

const readAhead = async (ports: SitePorts, { accountId, templateId }: SiteRecord): Promise<Ahead> => {
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

/** Delivers an on-demand image within the site's limits of new images. */
const deliver = async (
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
const answerProblem = async (
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
const withAfter = (delivered: SiteDelivery, work: () => Promise<unknown>): SiteDelivery => ({
  ...delivered,
  after: async () => {
    await Promise.all([delivered.after?.(), work()]);
  },
});

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
const refresh = async (
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

const deliverStored = (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  { image, problem = '', readAgainAt }: SitePage,
): Promise<SiteDelivery> =>
  image === undefined
    ? answerProblem(ports, runtime, request, new PageError(problem, readAgainAt))
    : deliver(ports, runtime, request, image);

const hasEnded = ({ expiresAt }: SiteRecord, now: Date): boolean => expiresAt !== undefined && expiresAt <= now;

/** Delivers the last image of a page whose site has ended: no page is read any more. @throws SITE_NOT_FOUND */
const deliverEnded = (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  stored: SitePage | undefined,
): Promise<SiteDelivery> => {
  if (stored?.image === undefined) throw failWithRetryAt(addMs(runtime.now(), unknownMs), 'SITE_NOT_FOUND');
  return deliver(ports, runtime, request, stored.image);
};

/**
 * Returns the site of an image, the parts of its path, and what was read of its page.
 *
 * @throws SITE_NOT_FOUND; PAGE_NOT_USABLE for a page outside `paths`
 */
const findSite = async (ports: SitePorts, runtime: Runtime, path: string) => {
  const wanted = readSitePath(path);
  const { accountId = '', siteId = '', page: at = '' } = wanted ?? {};
  const found = wanted && (await ports['sitePages:write'].findWithSite(accountId, { siteId, page: at, path }));
  const until = addMs(runtime.now(), unknownMs);
  const detail = describeMissingFormat(path);
  if (!wanted && detail !== undefined) throw new ServiceError('SITE_NOT_FOUND', [], { detail, retryAt: until });
  if (!wanted || !found?.site) throw failWithRetryAt(until, 'SITE_NOT_FOUND');
  const { site, known, isProven } = found;
  if (site.paths && !matchesPaths(site.paths, wanted.page))
    throw new PageError(`The paths of this site do not include ${wanted.page}.`, until);
  return { wanted, site, known, isProven };
};

/**
 * Delivers the image of a page that references it in its tags (docs/decisions/0361). The page is read by the first
 * request and again after `refreshSeconds`; meanwhile, and while it is unusable, the last image is delivered.
 *
 * @param epoch changes with revocations and denied templates; part of the edge's cache key
 * @throws SITE_NOT_FOUND, URL_DENIED, URL_REVOKED, PAGE_NOT_USABLE, INVALID_VARIABLES, SUBSCRIPTION_INACTIVE,
 * TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, QUOTA_EXCEEDED, RENDER_ERROR
 */
export const renderSiteImage = async (
  ports: SitePorts,
  runtime: Runtime,
  path: string,
  clientClass?: ClientClass,
  epoch?: string,
): Promise<SiteDelivery> => {
  const { wanted, site, known: first, isProven } = await findSite(ports, runtime, path);
  const { accountId, siteId, templateId } = site;
  const { page } = wanted;
  // a version is known, and looked up, only with the image
  const revocable = { accountId, siteId, templateId, hash: hashSiteImage(wanted), version: lastVersion, epoch };
  const toRequest = (found: SitePage | undefined): SiteRequest => ({
    ...{ ...wanted, site, path, clientClass, epoch, isProven },
    isKnown: found?.image !== undefined,
  });
  const isDue = ({ page: found, refreshedAt }: KnownPage) =>
    !found || runtime.now() >= found.readAgainAt || (refreshedAt && found.readAt <= refreshedAt);
  // read beside the verdict, without which no page is read
  const ahead = !hasEnded(site, runtime.now()) && isDue(first) ? readAhead(ports, site) : undefined;
  ahead?.catch(() => undefined);
  const verdict = rejectEnded(ports, runtime, revocable);
  verdict.catch(() => undefined);
  const reading = pageLease(ports['sitePages:write'], runtime, site, { siteId, page, path }, first);
  let isFirst = true;
  return underLease<SiteDelivery>(reading.ports, runtime, path, sharedTime(patienceMs.page), {
    find: async () => {
      if (!isFirst) await reading.ports['renderLeases:acquire'].find(path);
      isFirst = false;
      const known = reading.getKnown();
      const { page: found } = known;
      const isOver = hasEnded(site, runtime.now());
      // the lease is acquired beside the verdict, too
      if (!isOver && isDue(known)) return undefined;
      await verdict;
      return isOver || !found
        ? deliverEnded(ports, runtime, toRequest(found), found)
        : deliverStored(ports, runtime, toRequest(found), found);
    },
    known: () => reading.getKnown().lease,
    make: async (lease) => {
      try {
        await verdict;
        // another request may have read the page before the lease was acquired
        const known = reading.getKnown();
        const { page: found } = known;
        const request = toRequest(found);
        const store = (read: SitePage): Promise<void> => {
          reading.keep(read);
          return lease.release();
        };
        const delivered = await (found && !isDue(known)
          ? deliverStored(ports, runtime, request, found)
          : refresh(ports, runtime, request, found?.image, ahead ?? readAhead(ports, site), store));
        return withRelease(delivered, lease);
      } catch (error) {
        await lease.release();
        throw error;
      }
    },
    // stale while another request reads the page
    meanwhile: async () => {
      await verdict;
      const { page: found } = reading.getKnown();
      return found?.image === undefined ? undefined : deliver(ports, runtime, toRequest(found), found.image);
    },
    refuse: async () => failWithRetryAt(addMs(runtime.now(), failureMs), 'RENDER_ERROR'),
  });
};

/** Ends the lease of a page after the answer, unless it has ended. */
const withRelease = (delivered: SiteDelivery, lease: OwnLease): SiteDelivery => ({
  ...delivered,
  after: async () => {
    try {
      await delivered.after?.();
    } finally {
      await lease.release();
    }
  },
});
