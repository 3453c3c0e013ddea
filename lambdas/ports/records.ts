import type { TemplateWarning } from '../contract/schemas/template.ts';
import type { KeyScope } from '../contract/scopes.ts';
import type { Subject } from '../core/deny-list.ts';
import type { AccountStatus } from '../core/quota/subscription.ts';
import type { CustomFont } from '../core/rendering/fonts/typography.ts';
import type { RenderPlanVariable, TemplateOptions } from '../core/template/render-plan/render-plan.ts';

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
  /** Of the file as it is stored; absent in records of earlier versions. */
  readonly unpackedBytes?: number;
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
  readonly options: TemplateOptions;
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
