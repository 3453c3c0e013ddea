import { addMs, dayMs } from 'image-url-contract/days.ts';
import type { Ports } from '../ports/ports.ts';
import type { SitePage, SiteRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Milliseconds for which the image of a page without requests is stored. */
export const pageRetentionMs = 30 * dayMs;

type SitePages = Ports['sitePages:write'];
export type KnownPage = Awaited<ReturnType<SitePages['find']>>;

/** Returns when what was read of a page expires: without an image, when it may be read again. */
const getPageExpiry = ({ readAgainAt, image }: SitePage): Date =>
  image === undefined ? readAgainAt : addMs(readAgainAt, pageRetentionMs);

/**
 * Returns the lease of reading a page, which is a field of the item that holds what was read of it: the write that
 * acquires it returns the page, and the one that stores the page ends it.
 *
 * @param first what is known of the page
 */
export const pageLease = (
  pages: SitePages,
  runtime: Pick<Runtime, 'log'>,
  { accountId, siteId }: SiteRecord,
  of: Parameters<SitePages['find']>[0],
  first: KnownPage,
) => {
  let known = first;
  let toStore: SitePage | undefined;
  let isEnded = false;
  const leases: Ports['renderLeases:acquire'] = {
    async find() {
      known = await pages.find(of);
      return known.lease;
    },
    async begin(_name, lease, seen) {
      const found = await pages.begin(accountId, of, lease, seen, addMs(lease.startedAt, pageRetentionMs));
      if (found) known = { ...known, page: found.page };
      return found !== undefined;
    },
    async end(_name, lease) {
      if (isEnded) return;
      isEnded = true;
      const page = toStore;
      try {
        if (page) return await pages.end(accountId, of, lease, page, getPageExpiry(page));
      } catch (cause) {
        // the page is then read again
        runtime.log('error', 'page not remembered', { siteId, cause });
      }
      await pages.release(of, lease, known.page && getPageExpiry(known.page));
    },
  };
  return {
    ports: { 'renderLeases:acquire': leases },
    /** Returns what is known of the page now: by the first look, a later one, or the write that acquired the lease. */
    getKnown: (): KnownPage => known,
    /** Sets what the end of the lease stores. */
    keep: (page: SitePage): void => {
      toStore = page;
    },
  };
};
