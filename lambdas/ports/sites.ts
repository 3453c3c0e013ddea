import type { PageTags } from '../core/sites/page-tags.ts';

/** A site whose pages name their images in their tags. */
export interface SiteRecord {
  readonly accountId: string;
  readonly siteId: string;
  /** Scheme, host and, in the local run, port. */
  readonly origin: string;
  readonly templateId: string;
  /** Version to show. @default the current one */
  readonly version?: number | undefined;
  /** Fields of the page by variable. */
  readonly map: Readonly<Record<string, string>>;
  readonly refreshSeconds: number;
  /** Images that are rendered for the first time on a UTC day. @default no limit of its own */
  readonly dailyRenders?: number | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface SiteReader {
  find(accountId: string, siteId: string): Promise<SiteRecord | undefined>;
}

export interface SiteCreator {
  /** Address of the image host. */
  readonly imageUrl: string;
  put(site: SiteRecord): Promise<void>;
}

export interface SiteUpdater extends SiteReader {
  /** Replaces a site that is still as it was read. @returns whether it was. */
  replace(site: SiteRecord, before: SiteRecord): Promise<boolean>;
}

export interface SiteDeleter {
  /** @returns false when there was none. */
  delete(accountId: string, siteId: string): Promise<boolean>;
}

export interface SiteLister {
  of(accountId: string): Promise<readonly SiteRecord[]>;
}

/** What was found of a page when it was last read. */
export interface SitePage {
  /** Path of the on-demand URL of its image; absent while it never had one. */
  readonly image?: string;
  /** Why it has no new image; absent when it has. */
  readonly problem?: string;
  /** When it may be read again. */
  readonly readAgainAt: Date;
}

export interface SitePages {
  find(siteId: string, path: string): Promise<SitePage | undefined>;
  /** @param expiresAt when it may be forgotten. */
  put(accountId: string, siteId: string, path: string, page: SitePage, expiresAt: Date): Promise<void>;
}

/** Fetches pages of sites. Never rejects. */
export interface PageFetcher {
  /** @param address of an origin that a stranger chose; redirects stay within it. */
  fetch(
    address: string,
  ): Promise<{ readonly ok: true; readonly tags: PageTags } | { readonly ok: false; readonly reason: string }>;
}
