import type { TemplateWarning } from '../contract/schemas/template.ts';
import type { KeyScope } from '../contract/scopes.ts';
import type { Subject } from '../core/deny-list.ts';
import type { AccountStatus } from '../core/quota/subscription.ts';
import type { UsageEvent } from '../core/quota/thresholds.ts';
import type { CustomFont } from '../core/rendering/fonts/typography.ts';
import type { ImageQuery } from '../core/signing/image-query.ts';
import type { RenderPlanVariable, StoredOptions } from '../core/template/render-plan/render-plan.ts';

/** One record of a scan, or why it cannot be read: a damaged record must not end the scan. */
export type Walked<T> =
  | { readonly id: string; readonly record: T }
  | { readonly id: string; readonly problem: unknown };

/** An API key as it is stored: only its hash is known. */
export interface KeyRecord {
  readonly keyHash: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly revoked: boolean;
  /** Absent in records that were written before keys had names. */
  readonly name?: string | undefined;
  /** What it may do. Absent: everything. */
  readonly scopes?: readonly KeyScope[] | undefined;
  /** The templates it is confined to. Absent: every template the account may use. */
  readonly templateIds?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
  /** Image mints in a billing month, besides the account's own limit. */
  readonly monthlyMints?: number | undefined;
  readonly createdAt?: Date | undefined;
  /** Whether it counts among the keys an account can have: it was made through the API. */
  readonly isCounted?: boolean | undefined;
}

/** A key of an account, and the UTC day on which it was used last, as `yyyy-mm-dd`. */
export interface ListedKey {
  readonly key: KeyRecord;
  readonly lastUsedOn?: string | undefined;
}

/** A signing key of an account; its secret is derived and stored nowhere. */
export interface SigningKeyRecord {
  readonly accountId: string;
  readonly signingKeyId: string;
  readonly name: string;
  /** The templates whose images it may sign. Absent: every template the account may use. */
  readonly templateIds?: readonly string[] | undefined;
  /** Images rendered for the first time on a UTC day. */
  readonly dailyRenders?: number | undefined;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** Who pays: plan, state and billing anchor of one account. */
export interface AccountRecord {
  readonly accountId: string;
  /** One of the stage's plans. */
  readonly plan: string;
  readonly status: AccountStatus;
  /** Start of the first billing month; all others are computed from it, never from each other. */
  readonly anchor: Date;
  /** Start of the billing month that is displayed; counting does not use it. */
  readonly periodStart: Date;
  /** End of that month; a canceled account has paid until then. */
  readonly periodEnd: Date;
  /** When its deletion began. */
  readonly deletingSince?: Date | undefined;
}

/** An account or template whose delivery an operator has ended. */
export interface DenyListEntry extends Subject {
  readonly deniedAt: Date;
}

/** A revocation of URLs, by an account or by an operator. */
export interface RevocationRecord {
  readonly accountId: string;
  /** Encodes what is revoked (`lambdas/core/revocation.ts`). */
  readonly revocationId: string;
  /** Only operators lift what an operator has revoked. */
  readonly by: 'account' | 'operator';
  readonly createdAt: Date;
  /** When what it revokes has expired. */
  readonly expiresAt: Date;
  /** True while it is being lifted: it is not in force any more, but the edge may still have it. */
  readonly isLifted: boolean;
  /** Only for a single URL: the signed text and the id of the signing key, from which the URL can be reconstructed. */
  readonly signed?: { readonly query: string; readonly keyId: string };
}

/** A custom font of an account; its unpacked bytes are in the bucket under their hash. */
export interface FontRecord extends CustomFont {
  readonly fontId: string;
  readonly isVariable: boolean;
  readonly scripts: readonly string[];
  /** Of the file as it was sent. */
  readonly bytes: number;
  /** Of the file as it is stored. */
  readonly unpackedBytes: number;
  readonly createdAt: Date;
}

/** A template as the table holds it; its code and render plan lie in the bucket under their hashes. */
export interface TemplateRecord {
  readonly templateId: string;
  readonly ownerId: string;
  readonly isPublic: boolean;
  readonly name: string;
  readonly description: string;
  /** Increases with each change of the code, from 1. */
  readonly version: number;
  readonly codeHash: string;
  /** Absent when the template has no usable render plan. */
  readonly renderPlanHash?: string;
  readonly variables: readonly RenderPlanVariable[];
  readonly seesAll: boolean;
  readonly options: StoredOptions;
  readonly warnings: readonly TemplateWarning[];
  /** The preview's render version and sample variables, whose tree was stored at saving. */
  readonly preview?: { readonly rv: string; readonly variables: Readonly<Record<string, string>> };
  readonly createdAt: Date;
  /** When anything about it was last changed. */
  readonly updatedAt: Date;
  /** When its current version was created. */
  readonly versionCreatedAt: Date;
}

/** One version of a template: the hash of its code and the fields that are derived from it. */
export interface VersionRecord
  extends Pick<
    TemplateRecord,
    'templateId' | 'version' | 'codeHash' | 'renderPlanHash' | 'variables' | 'seesAll' | 'options'
  > {
  readonly createdAt: Date;
}

/** What an update sets. Fields that follow from the code change together or not at all. */
export interface TemplateChange {
  readonly name?: string;
  readonly description?: string;
  readonly compiled?: Pick<
    TemplateRecord,
    'codeHash' | 'renderPlanHash' | 'variables' | 'seesAll' | 'options' | 'warnings' | 'preview'
  >;
}

/** The image an account has shown in place of on-demand URLs that cannot be rendered. */
export interface FallbackImage {
  /** All parameters that determine it. It was evaluated when it was set. */
  readonly query: Omit<ImageQuery, 'exp'>;
}

/** Result of the first request of an on-demand URL. Its query never changes. */
export interface FrozenImage {
  readonly accountId: string;
  /** All parameters that determine the image. */
  readonly query: Omit<ImageQuery, 'exp'>;
  /** Tells claims of one identity apart: another one may have been withdrawn before it. */
  readonly claimId: string;
  /** When it was claimed: the unit is consumed in the billing month of this date. */
  readonly claimedAt: Date;
  /** Whether its unit is known to be consumed. */
  readonly isPaid: boolean;
}

/** A request for an on-demand URL that could not be rendered. */
export interface RenderFailure {
  /** As it was requested. */
  readonly path: string;
  readonly templateId: string;
  readonly code: string;
  readonly message: string;
  readonly failedAt: Date;
}

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

/** What was found of a page when it was last read. */
export interface SitePage {
  /** Path of the on-demand URL of its image; absent while it never had one. */
  readonly image?: string;
  /** Why it has no new image; absent when it has. */
  readonly problem?: string;
  /** When it may be read again. */
  readonly readAgainAt: Date;
}

export interface SentUsageEvent extends UsageEvent {
  readonly sentAt: Date;
}

/** What is stored of an account, by kind. */
export type PieceKind =
  | 'keys'
  | 'keyUses'
  | 'signingKeys'
  | 'templates'
  | 'versions'
  | 'sources'
  | 'fonts'
  | 'trees'
  | 'images'
  | 'usage'
  | 'answers';

/** One row or object of an account. */
export interface StoredPiece {
  readonly kind: PieceKind;
  /** Removes it; done again it does nothing. */
  remove(): Promise<void>;
}
