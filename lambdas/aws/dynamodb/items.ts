import { createHash } from 'node:crypto';
import * as z from 'zod';
import { imageFormats } from '../../contract/image-formats.ts';
import { templateWarning } from '../../contract/schemas/template.ts';
import { limitNames, usageThresholds } from '../../contract/schemas/usage.ts';
import { keyScopes } from '../../contract/scopes.ts';
import { denyListKinds, type Subject, subjectName } from '../../core/deny-list.ts';
import { recordedStatuses } from '../../core/quota/subscription.ts';
import type { RenderPlan } from '../../core/template/render-plan/render-plan.ts';
import { renderPlanFacts } from '../../core/template/render-plan/stored-render-plan.ts';
import { isKnownFormat, isoDate, type RecordOf, recordsOf } from './records.ts';
import type { Item } from './table.ts';

/*
 * The records of all tables: what is stored of each kind, and under which key. Quotas are in `quota`, answers in
 * `idempotency.ts`, trees in `trees.ts`.
 */

/** Returns a function that returns the key of a record: some of its fields. */
const keyFields =
  <F extends string>(...fields: readonly F[]) =>
  (of: Readonly<Record<F, string>>) =>
    Object.fromEntries(fields.map((field) => [field, of[field]]));
const hashName = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Ids of templates that a key may use. Absent: all that the account may use. */
const templateIds = z.array(z.string()).min(1).readonly().optional();
/** Maximum number of images rendered for the first time on a UTC day. */
const dailyRenders = z.int().positive().optional();

/** An API key as stored, with its hash only. */
export const apiKeys = recordsOf(
  z.object({
    keyId: z.string(),
    keyHash: z.string(),
    accountId: z.string(),
    revoked: z.boolean(),
    /** Absent in records that are older than names of keys. */
    name: z.string().optional(),
    /** Absent: all scopes. */
    scopes: z.array(z.enum(keyScopes)).min(1).readonly().optional(),
    templateIds,
    expiresAt: isoDate.optional(),
    /** Image mints in a billing month, in addition to the account's limit. */
    monthlyMints: z.int().positive().optional(),
    createdAt: isoDate.optional(),
    /** Whether the key was created through the API and counts against the account's number of keys. */
    isCounted: z.boolean().optional(),
  }),
  keyFields('keyId'),
);
export type KeyRecord = RecordOf<typeof apiKeys>;
/** A key of an account, and the UTC day of its last use, as `yyyy-mm-dd`. */
export interface ListedKey {
  readonly key: KeyRecord;
  readonly lastUsedOn?: string | undefined;
}

/** The last day on which an API key was used, one row per key; absent until the first use. */
export const keyUses = recordsOf(
  z.object({ accountId: z.string(), keyId: z.string(), lastUsedOn: z.iso.date().optional() }),
  keyFields('accountId', 'keyId'),
);

/** A signing key of an account. Its secret is derived and not stored. */
export const signingKeys = recordsOf(
  z.object({
    accountId: z.string(),
    signingKeyId: z.string(),
    name: z.string(),
    templateIds,
    dailyRenders,
    expiresAt: isoDate,
    createdAt: isoDate,
  }),
  keyFields('accountId', 'signingKeyId'),
);
export type SigningKeyRecord = RecordOf<typeof signingKeys>;

/** Plan, state and billing anchor of an account. */
export const accounts = recordsOf(
  z.object({
    accountId: z.string(),
    /** A plan of the stage. */
    plan: z.string(),
    status: z.enum(recordedStatuses),
    /** Start of the first billing month. All others are computed from it, never from each other. */
    anchor: isoDate,
    /** Start of the billing month that is displayed; counting does not use it. */
    periodStart: isoDate,
    /** End of that month. A canceled account has paid until then. */
    periodEnd: isoDate,
    /** When deletion of the account began. */
    deletingSince: isoDate.optional(),
  }),
  keyFields('accountId'),
);
export type AccountRecord = RecordOf<typeof accounts>;

/** `cycle` of every account that is not expired; these accounts are one partition of the index. */
export const accountCycle = 'account';
export const toAccountItem = (account: AccountRecord) => ({
  ...accounts.toItem(account, account),
  ...(account.status !== 'expired' && account.status !== 'deleting' && { cycle: accountCycle }),
});

/** An account or template whose delivery an operator has ended. */
export const denyList = recordsOf(
  z.object({ kind: z.enum(denyListKinds), id: z.string(), deniedAt: isoDate }),
  (subject: Subject) => ({ subject: subjectName(subject) }),
);
export type DenyListEntry = RecordOf<typeof denyList>;

/** A revocation of URLs, by an account or an operator. */
export const revocations = recordsOf(
  z.object({
    accountId: z.string(),
    /** Encodes what is revoked (`lambdas/core/revocation.ts`). */
    revocationId: z.string(),
    /** A revocation by an operator can be lifted by operators only. */
    by: z.enum(['account', 'operator']),
    createdAt: isoDate,
    /** When everything that it revokes has expired. */
    expiresAt: isoDate,
    /** True while it is being lifted: no longer in force, but possibly still at the edge. */
    isLifted: z.boolean(),
    /** Only for a single URL: the signed text and the signing key's id, from which the URL is reconstructed. */
    signed: z.object({ query: z.string(), keyId: z.string() }).optional(),
  }),
  keyFields('accountId', 'revocationId'),
);
export type RevocationRecord = RecordOf<typeof revocations>;

export const storedFont = z.object({
  family: z.string(),
  weights: z.tuple([z.number(), z.number()]).readonly(),
  styles: z.array(z.enum(['normal', 'italic'])).readonly(),
  /** SHA-256 of the unpacked bytes, which are in the bucket under it. */
  hash: z.string(),
  isVariable: z.boolean(),
  scripts: z.array(z.string()).readonly(),
  /** Size of the uploaded file. */
  bytes: z.int(),
  /** Size of the stored file. */
  unpackedBytes: z.int(),
  createdAt: isoDate,
});
/** A custom font of an account. */
export type FontRecord = z.output<typeof storedFont> & { readonly fontId: string };

/** All fonts of an account by id, in one item, so that one conditional write counts them and adds a font. */
export const fonts = recordsOf(
  z.object({ accountId: z.string(), fonts: z.record(z.string(), storedFont) }),
  keyFields('accountId'),
);

/** What templates and their versions repeat of a render plan, with the types of `core`. */
const facts = renderPlanFacts as unknown as {
  readonly [F in keyof typeof renderPlanFacts]: z.ZodType<RenderPlan[F], RenderPlan[F]>;
};

/** A template. Code and render plan are in the bucket under their hashes. */
export const templates = recordsOf(
  z.object({
    templateId: z.string(),
    ownerId: z.string(),
    isPublic: z.boolean(),
    name: z.string(),
    description: z.string(),
    /** Starts at 1 and increases with each change of the code. */
    version: z.int(),
    codeHash: z.string(),
    /** Absent if there is no usable render plan. */
    renderPlanHash: z.string().optional(),
    ...facts,
    warnings: z.array(templateWarning).readonly(),
    /** Render version and sample variables of the preview, whose tree was stored when the template was saved. */
    preview: z.object({ rv: z.string(), variables: z.record(z.string(), z.string()).readonly() }).optional(),
    createdAt: isoDate,
    /** Time of the last change of any field. */
    updatedAt: isoDate,
    /** When the current version was created. */
    versionCreatedAt: isoDate,
  }),
  keyFields('templateId'),
);
export type TemplateRecord = RecordOf<typeof templates>;

/** Fields that an update sets. Those derived from the code change together or not at all. */
export interface TemplateChange {
  readonly name?: string;
  readonly description?: string;
  readonly compiled?: Pick<
    TemplateRecord,
    'codeHash' | 'renderPlanHash' | 'variables' | 'seesAll' | 'options' | 'warnings' | 'preview'
  >;
}

/** Returns the item that replaces a deleted template and reserves its id for ever. */
export const deletedItem = (templateId: string, ownerId: string) => ({ templateId, deletedBy: ownerId });
export const isDeleted = (item: object): boolean => 'deletedBy' in item;

/**
 * Parses a template record. A record of an unknown format is returned without a render plan: its owner can still list
 * it, and `admin templates recompile` compiles it again.
 */
export const readTemplate = (item: Item): TemplateRecord => {
  if (isKnownFormat(item)) return templates.read(item);
  const { renderPlanHash: _, preview: __, ...template } = templates.schema.parse(item);
  return template;
};

/** Digits of a version in a sort key; numbers of equal length sort as text. */
const versionDigits = 9;
const versionKey = (version: number): string => String(version).padStart(versionDigits, '0');

/** One version of a template: the hash of its code, and fields derived from the code. */
export const versions = recordsOf(
  z.object({
    templateId: z.string(),
    version: z.codec(z.string(), z.int(), { decode: Number, encode: versionKey }),
    codeHash: z.string(),
    renderPlanHash: z.string().optional(),
    ...facts,
    createdAt: isoDate,
  }),
  ({ templateId, version }: { readonly templateId: string; readonly version: number }) => ({
    templateId,
    version: versionKey(version),
  }),
);
export type VersionRecord = RecordOf<typeof versions>;

/** Returns the version record of a template's current version. */
export const currentVersion = ({ versionCreatedAt, ...template }: TemplateRecord): VersionRecord => ({
  ...template,
  createdAt: versionCreatedAt,
});

/** All parameters that determine an image. */
const imageQuery = z.object({
  templateId: z.string(),
  uid: z.string(),
  rv: z.string(),
  tv: z.string(),
  options: z.object({
    width: z.number(),
    height: z.number(),
    format: z.enum(imageFormats),
    quality: z.number().exactOptional(),
    devicePixelRatio: z.number(),
  }),
  variables: z.record(z.string(), z.string()),
});

/** Returns the partition key of an identity. It contains a space, so it is no tree's address. */
export const getOnDemandAddress = (identity: string): string => `on-demand ${identity}`;

/** The first image of an on-demand URL. Its query never changes. */
export const frozenImages = recordsOf(
  z.object({
    accountId: z.string(),
    query: imageQuery,
    /** Distinguishes claims of one identity, because an earlier one may have been withdrawn. */
    claimId: z.string(),
    /** When it was claimed. The unit is consumed in the billing month of this date. */
    claimedAt: isoDate,
    /** Whether its unit is known to be consumed. */
    isPaid: z.boolean(),
  }),
  (identity: string) => ({ address: getOnDemandAddress(identity), part: 'frozen' }),
);
export type FrozenImage = RecordOf<typeof frozenImages>;

/** Why the image of an on-demand URL could not be evaluated. */
export const evaluationFailures = recordsOf(
  z.object({ code: z.string(), message: z.string() }),
  (identity: string) => ({ address: getOnDemandAddress(identity), part: 'failure' }),
);

/** The image shown instead of an account's on-demand URLs that cannot be rendered; evaluated when it was set. */
export const fallbackImages = recordsOf(z.object({ query: imageQuery }), (accountId: string) => ({
  address: `fallback ${accountId}`,
  part: 'frozen',
}));

export const getRenderFailuresAddress = (accountId: string): string => `render-failures ${accountId}`;

/** A request for an on-demand URL that could not be rendered: at most one record per URL and minute. */
export const renderFailures = recordsOf(
  z.object({
    accountId: z.string(),
    /** Path of the request. */
    path: z.string(),
    templateId: z.string(),
    code: z.string(),
    message: z.string(),
    failedAt: isoDate,
  }),
  ({ accountId, path, failedAt }: { readonly accountId: string; readonly path: string; readonly failedAt: Date }) => ({
    address: getRenderFailuresAddress(accountId),
    part: `${failedAt.toISOString().slice(0, 16)} ${hashName(path)}`,
  }),
);
export type RenderFailure = RecordOf<typeof renderFailures>;

/** A site whose pages reference their images in meta tags. */
export const sites = recordsOf(
  z.object({
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
    dailyRenders,
    createdAt: isoDate,
    updatedAt: isoDate,
  }),
  ({ accountId, siteId }: { readonly accountId: string; readonly siteId: string }) => ({
    address: getSitesAddress(accountId),
    part: siteId,
  }),
);
export const getSitesAddress = (accountId: string): string => `sites ${accountId}`;
export type SiteRecord = RecordOf<typeof sites>;

/** Result of the last time that a page was read. */
export const sitePages = recordsOf(
  z.object({
    /** Path of the on-demand URL of its image; absent if it never had one. */
    image: z.string().optional(),
    /** Why it has no new image; absent if it has one. */
    problem: z.string().optional(),
    /** When it may be read again. */
    readAgainAt: isoDate,
  }),
  ({ siteId, path }: { readonly siteId: string; readonly path: string }) => ({
    address: `site-page ${siteId} ${hashName(path)}`,
    part: 'page',
  }),
);
export type SitePage = RecordOf<typeof sitePages>;

/** The lease of an image that is being rendered, or the negative cache entry of one that failed, by image name. */
export const renderLeases = recordsOf(
  z.object({
    /** Random id chosen by the holder. */
    id: z.string(),
    /** Number of consecutive renders that count towards the backoff, this one included; 0 if it does not count. */
    number: z.int().nonnegative(),
    startedAt: isoDate,
    /** Time before which no other request acquires the lease. */
    retryAt: isoDate,
    /** Whether the render has failed; otherwise it may be in progress. */
    hasFailed: z.boolean(),
  }),
  (name: string) => ({ address: name, part: 'drawing' }),
);
export type RenderLease = RecordOf<typeof renderLeases>;

/** The sort key of events of the usage table begins with the end of their period. */
export const getEventPrefix = (periodEnd: Date): string => `event ${periodEnd.toISOString()}`;

/** A usage event that was sent, beside the counts it is about. */
export const usageEvents = recordsOf(
  z.object({
    accountId: z.string(),
    id: z.string(),
    what: z.enum(limitNames),
    keyId: z.string().optional(),
    threshold: z.literal(usageThresholds),
    used: z.int(),
    limit: z.int(),
    periodEnd: isoDate,
    sentAt: isoDate,
  }),
  ({ accountId, id, periodEnd }: { readonly accountId: string; readonly id: string; readonly periodEnd: Date }) => ({
    accountId,
    periodStart: `${getEventPrefix(periodEnd)} ${id}`,
  }),
);
export type SentUsageEvent = RecordOf<typeof usageEvents>;

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
