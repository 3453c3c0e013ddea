import { createHash } from 'node:crypto';
import { assetTypes } from 'image-url-contract/asset-types.ts';
import { storedImageOptions } from 'image-url-engine/image-options.ts';
import * as z from 'zod';
import { limitFields } from './account-records.ts';
import { isoDate, type RecordOf, recordsOf } from './record.ts';

/* Records of the trees table. Their partition keys begin with their kind (`lambdas/config/tables.ts`). */

/** Returns the partition key of the tree of an address. */
export const getTreeKey = (address: string): string => `tree ${address}`;
/** Returns the partition key of the cached results of a tree's remote images. */
export const getRemoteImagesKey = (address: string): string => `remote-images ${address}`;

const hashName = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** All parameters that determine an image. */
const imageQuery = z.object({
  templateId: z.string(),
  uid: z.string(),
  rv: z.string(),
  tv: z.string(),
  options: z.object({ ...storedImageOptions, quality: storedImageOptions.quality.exactOptional() }),
  variables: z.record(z.string(), z.string()),
});

const leaseFields = {
  /** Random id chosen by the holder. */
  id: z.string(),
  /** Number of consecutive renders that count towards the backoff, this one included; 0 if it does not count. */
  number: z.int().nonnegative(),
  startedAt: isoDate,
  /** Time before which no other request acquires the lease. */
  retryAt: isoDate,
  /** Whether the render has failed; otherwise it may be in progress. */
  hasFailed: z.boolean(),
};
/** A lease as a field of the item that it is for. */
export const leaseField = z.object(leaseFields);

/**
 * The first image of an on-demand URL. While it is evaluated, who does that; afterwards its query, which never changes
 * and whose unit is consumed, or why it has none.
 */
export const onDemandImages = recordsOf(
  (identity: string) => ({ address: `frozen-image ${identity}`, part: 'frozen' }),
  {
    accountId: z.string(),
    /** When its unit was first claimed: it is consumed at this time. @default nothing was consumed */
    claimedAt: isoDate.exactOptional(),
    /** @default nobody evaluates it */
    lease: leaseField.exactOptional(),
    /** Why it could not be evaluated, until the backoff of its lease ends; `publicMessage` is for everybody. */
    failure: z.object({ code: z.string(), message: z.string(), publicMessage: z.string() }).exactOptional(),
    query: imageQuery.exactOptional(),
    /** When the query was stored; its image is stored soon afterwards. */
    frozenAt: isoDate.exactOptional(),
    /** What is probably wrong with its variables. @default nothing */
    warnings: z.array(z.string()).readonly().exactOptional(),
  },
);
export type OnDemandRecord = RecordOf<typeof onDemandImages>;
export type FrozenImage = OnDemandRecord & Required<Pick<OnDemandRecord, 'query' | 'claimedAt' | 'frozenAt'>>;

export const isFrozen = (record: OnDemandRecord | undefined): record is FrozenImage => record?.query !== undefined;

/** The image shown instead of an account's on-demand URLs that cannot be rendered; evaluated when it was set. */
export const fallbackImages = recordsOf((accountId: string) => ({ address: `fallback ${accountId}`, part: 'frozen' }), {
  query: imageQuery,
  ...limitFields,
});

export const getRenderFailuresAddress = (accountId: string): string => `render-failures ${accountId}`;
export const getPageFailuresAddress = (accountId: string): string => `page-failures ${accountId}`;

interface FailureKey {
  readonly accountId: string;
  readonly path: string;
  /** Group of failures that anybody can cause by requesting invented pages. @default none */
  readonly group?: string | undefined;
  readonly failedAt: Date;
}

/** Maximum number of records of a group: each minute replaces the record of so many minutes before. */
const groupRecords = 5;

const toFailureKey = ({ accountId, path, group, failedAt }: FailureKey) => {
  const minute = failedAt.toISOString().slice(0, 16);
  const slot = Math.floor(failedAt.getTime() / 60_000) % groupRecords;
  return group === undefined
    ? { address: getRenderFailuresAddress(accountId), part: `${minute} ${hashPath(path)}` }
    : { address: getPageFailuresAddress(accountId), part: `${hashName(group)} ${slot}` };
};

/** Returns the hash by which the failures of a path are found. */
export const hashPath = hashName;

/**
 * A request that could not be rendered, or whose variables are probably wrong: at most one record for each minute and
 * path. Those of a group have few records and a partition of their own, so that they never hide others.
 */
export const renderFailures = recordsOf(toFailureKey, {
  accountId: z.string(),
  /** The beginning of the path of the request. */
  path: z.string(),
  /** Hash of the whole path. */
  pathHash: z.string(),
  templateId: z.string(),
  kind: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  failedAt: isoDate,
});
export type RenderFailure = RecordOf<typeof renderFailures>;

/** A site uses one template, so it has no list of them. */
const { templateIds: _, ...ownLimits } = limitFields;

/** A site whose pages reference their images in meta tags. */
export const sites = recordsOf(
  ({ accountId, siteId }: { readonly accountId: string; readonly siteId: string }) => ({
    address: getSitesAddress(accountId),
    part: siteId,
  }),
  {
    accountId: z.string(),
    siteId: z.string(),
    /** Scheme and host; in the local run, also the port. */
    origin: z.string(),
    templateId: z.string(),
    /** Version to render. @default the current one */
    version: z.int().positive().optional(),
    /** Names of page fields, by variable. */
    map: z.record(z.string(), z.string()).readonly(),
    refreshSeconds: z.int(),
    /** Limit of images rendered for the first time on a UTC day. @default none */
    dailyRenders: z.int().positive().optional(),
    /** Globs of the paths whose pages may have images. @default all */
    paths: z.array(z.string()).readonly().optional(),
    ...ownLimits,
    createdAt: isoDate,
    updatedAt: isoDate,
  },
);
export const getSitesAddress = (accountId: string): string => `sites ${accountId}`;
export type SiteRecord = RecordOf<typeof sites>;

/**
 * Result of the last time that a page was read, by the page's path and that of its image; and who reads it now. It has
 * neither `readAt` nor `readAgainAt` until it was read.
 */
export const sitePages = recordsOf(
  ({ siteId, page, path }: { readonly siteId: string; readonly page: string; readonly path: string }) => ({
    address: getSitePageAddress(siteId, page),
    part: `page ${hashName(path)}`,
  }),
  {
    /** Its image, as an on-demand URL names it; absent if it never had one. */
    image: z.object({ key: z.string(), part: z.string() }).optional(),
    /** Why it has no new image; absent if it has one. */
    problem: z.string().optional(),
    readAt: isoDate.exactOptional(),
    /** When it may be read again. */
    readAgainAt: isoDate.exactOptional(),
    /** @default nobody reads it */
    lease: leaseField.exactOptional(),
  },
);
type SitePageRecord = RecordOf<typeof sitePages>;
/** What was read of a page. */
export type SitePage = Omit<SitePageRecord, 'lease'> & Required<Pick<SitePageRecord, 'readAt' | 'readAgainAt'>>;
export const wasRead = (record: SitePageRecord | undefined): record is SitePageRecord & SitePage =>
  record?.readAt !== undefined;
export const getSitePageAddress = (siteId: string, page: string): string => `site-page ${siteId} ${hashName(page)}`;

/** A wish to have a page read again. */
export const siteRefreshes = recordsOf(
  ({ siteId, page }: { readonly siteId: string; readonly page: string }) => ({
    address: `site-refresh ${siteId} ${hashName(page)}`,
    part: 'refresh',
  }),
  { refreshedAt: isoDate },
);

/** Says that a page of a site has named its image, so that the site is no stranger to its origin. */
export const siteProofs = recordsOf((siteId: string) => ({ address: `site-proof ${siteId}`, part: 'proof' }), {
  provenAt: isoDate,
});

/** A picture of an account, and who stores or deletes it now. It has no `asset` until it was stored. */
export const assets = recordsOf(
  ({ accountId, assetId }: { readonly accountId: string; readonly assetId: string }) => ({
    address: getAssetsAddress(accountId),
    part: assetId,
  }),
  {
    accountId: z.string(),
    asset: z
      .object({
        /** SHA-256 of its bytes, in hex. */
        assetId: z.string(),
        name: z.string().exactOptional(),
        kind: z.enum(Object.keys(assetTypes) as [keyof typeof assetTypes, ...(keyof typeof assetTypes)[]]),
        width: z.int(),
        height: z.int(),
        bytes: z.int(),
        createdAt: isoDate,
      })
      .exactOptional(),
    /** @default nobody stores or deletes it */
    lease: leaseField.exactOptional(),
  },
);
export const getAssetsAddress = (accountId: string): string => `assets ${accountId}`;
export type AssetItem = RecordOf<typeof assets>;
export type AssetRecord = Required<AssetItem>['asset'];

/** The lease of an image that is being rendered, or the negative cache entry of one that failed, by image name. */
export const renderLeases = recordsOf((name: string) => ({ address: `lease ${name}`, part: 'lease' }), leaseFields);
export type RenderLease = RecordOf<typeof renderLeases>;

/** The cached result of fetching one remote image of a tree. */
export const cachedRemoteImage = z.discriminatedUnion('is', [
  /** Fetched: hash and number of its bytes. Final. */
  z.object({ is: z.literal('had'), hash: z.string(), bytes: z.int() }),
  /** Exceeds the byte budget of the tree. Final. */
  z.object({ is: z.literal('too large') }),
  /** Failed `tries` times in a row; omitted until `retryAt`. */
  z.object({ is: z.literal('missing'), reason: z.string(), tries: z.int().positive(), retryAt: isoDate }),
]);
export type CachedRemoteImage = z.output<typeof cachedRemoteImage>;
