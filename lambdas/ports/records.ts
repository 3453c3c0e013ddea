import type { TemplateWarning } from '../contract/schemas/template.ts';
import type { KeyScope } from '../contract/scopes.ts';
import type { Subject } from '../core/deny-list.ts';
import type { AccountStatus } from '../core/quota/subscription.ts';
import type { UsageEvent } from '../core/quota/thresholds.ts';
import type { CustomFont } from '../core/rendering/fonts/typography.ts';
import type { ImageQuery } from '../core/signing/image-query.ts';
import type { RenderPlanVariable, StoredOptions } from '../core/template/render-plan/render-plan.ts';

/** One record of a scan, or why it cannot be parsed: a damaged record must not end the scan. */
export type Walked<T> =
  | { readonly id: string; readonly record: T }
  | { readonly id: string; readonly problem: unknown };

/** An API key as stored, with its hash only. */
export interface KeyRecord {
  readonly keyHash: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly revoked: boolean;
  /** Absent in records that are older than names of keys. */
  readonly name?: string | undefined;
  /** Absent: all scopes. */
  readonly scopes?: readonly KeyScope[] | undefined;
  /** Templates that the key may use. Absent: all that the account may use. */
  readonly templateIds?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
  /** Image mints in a billing month, in addition to the account's limit. */
  readonly monthlyMints?: number | undefined;
  readonly createdAt?: Date | undefined;
  /** Whether the key was created through the API and counts against the account's number of keys. */
  readonly isCounted?: boolean | undefined;
}

/** A key of an account, and the UTC day of its last use, as `yyyy-mm-dd`. */
export interface ListedKey {
  readonly key: KeyRecord;
  readonly lastUsedOn?: string | undefined;
}

/** A signing key of an account. Its secret is derived and not stored. */
export interface SigningKeyRecord {
  readonly accountId: string;
  readonly signingKeyId: string;
  readonly name: string;
  /** Templates whose images the key may sign. Absent: all that the account may use. */
  readonly templateIds?: readonly string[] | undefined;
  /** Limit of images rendered for the first time on a UTC day. */
  readonly dailyRenders?: number | undefined;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** Plan, state and billing anchor of an account. */
export interface AccountRecord {
  readonly accountId: string;
  /** A plan of the stage. */
  readonly plan: string;
  readonly status: AccountStatus;
  /** Start of the first billing month. All others are computed from it, never from each other. */
  readonly anchor: Date;
  /** Start of the billing month that is displayed; counting does not use it. */
  readonly periodStart: Date;
  /** End of that month. A canceled account has paid until then. */
  readonly periodEnd: Date;
  /** When deletion of the account began. */
  readonly deletingSince?: Date | undefined;
}

/** An account or template whose delivery an operator has ended. */
export interface DenyListEntry extends Subject {
  readonly deniedAt: Date;
}

/** A revocation of URLs, by an account or an operator. */
export interface RevocationRecord {
  readonly accountId: string;
  /** Encodes what is revoked (`lambdas/core/revocation.ts`). */
  readonly revocationId: string;
  /** A revocation by an operator can be lifted by operators only. */
  readonly by: 'account' | 'operator';
  readonly createdAt: Date;
  /** When everything that it revokes has expired. */
  readonly expiresAt: Date;
  /** True while it is being lifted: no longer in force, but possibly still at the edge. */
  readonly isLifted: boolean;
  /** Only for a single URL: the signed text and the signing key's id, from which the URL is reconstructed. */
  readonly signed?: { readonly query: string; readonly keyId: string };
}

/** A custom font of an account. Its unpacked bytes are in the bucket under their hash. */
export interface FontRecord extends CustomFont {
  readonly fontId: string;
  readonly isVariable: boolean;
  readonly scripts: readonly string[];
  /** Size of the uploaded file. */
  readonly bytes: number;
  /** Size of the stored file. */
  readonly unpackedBytes: number;
  readonly createdAt: Date;
}

/** A template as stored in the table. Code and render plan are in the bucket under their hashes. */
export interface TemplateRecord {
  readonly templateId: string;
  readonly ownerId: string;
  readonly isPublic: boolean;
  readonly name: string;
  readonly description: string;
  /** Starts at 1 and increases with each change of the code. */
  readonly version: number;
  readonly codeHash: string;
  /** Absent if there is no usable render plan. */
  readonly renderPlanHash?: string;
  readonly variables: readonly RenderPlanVariable[];
  readonly seesAll: boolean;
  readonly options: StoredOptions;
  readonly warnings: readonly TemplateWarning[];
  /** Render version and sample variables of the preview, whose tree was stored when the template was saved. */
  readonly preview?: { readonly rv: string; readonly variables: Readonly<Record<string, string>> };
  readonly createdAt: Date;
  /** Time of the last change of any field. */
  readonly updatedAt: Date;
  /** When the current version was created. */
  readonly versionCreatedAt: Date;
}

/** One version of a template: the hash of its code, and fields derived from the code. */
export interface VersionRecord
  extends Pick<
    TemplateRecord,
    'templateId' | 'version' | 'codeHash' | 'renderPlanHash' | 'variables' | 'seesAll' | 'options'
  > {
  readonly createdAt: Date;
}

/** Fields that an update sets. Those derived from the code change together or not at all. */
export interface TemplateChange {
  readonly name?: string;
  readonly description?: string;
  readonly compiled?: Pick<
    TemplateRecord,
    'codeHash' | 'renderPlanHash' | 'variables' | 'seesAll' | 'options' | 'warnings' | 'preview'
  >;
}

/** The image shown instead of an account's on-demand URLs that cannot be rendered. */
export interface FallbackImage {
  /** All parameters of the image, which was evaluated when it was set. */
  readonly query: Omit<ImageQuery, 'exp'>;
}

/** Result of the first request of an on-demand URL. Its query never changes. */
export interface FrozenImage {
  readonly accountId: string;
  /** All parameters that determine the image. */
  readonly query: Omit<ImageQuery, 'exp'>;
  /** Distinguishes claims of one identity, because an earlier one may have been withdrawn. */
  readonly claimId: string;
  /** When it was claimed. The unit is consumed in the billing month of this date. */
  readonly claimedAt: Date;
  /** Whether its unit is known to be consumed. */
  readonly isPaid: boolean;
}

/** A request for an on-demand URL that could not be rendered. */
export interface RenderFailure {
  /** Path of the request. */
  readonly path: string;
  readonly templateId: string;
  readonly code: string;
  readonly message: string;
  readonly failedAt: Date;
}

/** A site whose pages reference their images in meta tags. */
export interface SiteRecord {
  readonly accountId: string;
  readonly siteId: string;
  /** Scheme and host; in the local run, also the port. */
  readonly origin: string;
  readonly templateId: string;
  /** Version to render. @default the current one */
  readonly version?: number | undefined;
  /** Names of page fields, by variable. */
  readonly map: Readonly<Record<string, string>>;
  readonly refreshSeconds: number;
  /** Limit of images rendered for the first time on a UTC day. @default none */
  readonly dailyRenders?: number | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Result of the last time that a page was read. */
export interface SitePage {
  /** Path of the on-demand URL of its image; absent if it never had one. */
  readonly image?: string;
  /** Why it has no new image; absent if it has one. */
  readonly problem?: string;
  /** When it may be read again. */
  readonly readAgainAt: Date;
}

export interface SentUsageEvent extends UsageEvent {
  readonly sentAt: Date;
}
