import { addMs } from 'image-url-contract/days.ts';
import { failWithRetryAt, ServiceError } from 'image-url-contract/errors.ts';
import { matchesPaths } from 'image-url-contract/page-globs.ts';
import { describeMissingFormat, hashSiteImage, readSitePath } from 'image-url-contract/sites/site-path.ts';
import type { ClientClass } from 'image-url-engine/client-classes.ts';
import { sharedTime } from 'image-url-engine/workers.ts';
import { rejectEnded } from '../deliver/reject-ended.ts';
import { type OwnLease, underLease } from '../deliver/render-lease.ts';
import { lastVersion } from '../domain/revocation.ts';
import { failureMs, patienceMs } from '../domain/times.ts';
import type { SitePage, SiteRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { deliver, deliverStored, type SiteDelivery } from './deliver-page.ts';
import { type KnownPage, pageLease } from './page-lease.ts';
import { PageError, type SitePorts, type SiteRequest } from './read-page.ts';
import { readAhead, refresh } from './refresh-page.ts';

/** Milliseconds for which the response for an unknown site may be cached. */
const unknownMs = 60_000;

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
