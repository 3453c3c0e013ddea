import { templateWarning } from 'image-url-contract/schemas/template.ts';
import { limitNames, usageThresholds } from 'image-url-contract/schemas/usage.ts';
import { keyScopes } from 'image-url-contract/scopes.ts';
import { type RenderPlan, renderPlanFacts } from 'image-url-engine/options.ts';
import * as z from 'zod';
import { denyListKinds, type Subject, subjectName } from '../deny-list.ts';
import { recordedStatuses } from '../quota/subscription.ts';
import { type Item, isKnownFormat, isoDate, type RecordOf, recordsOf } from './record.ts';

/*
 * Records of accounts: what is stored of each kind, and under which key. Those of images are in `image-items.ts`,
 * quotas in `quota`, responses in `idempotency`.
 */

/** Returns a function that returns the key of a record: some of its fields. */
const keyFields =
  <F extends string>(...fields: readonly F[]) =>
  (of: Readonly<Record<F, string>>) =>
    Object.fromEntries(fields.map((field) => [field, of[field]]));

/** Limits of what an API key creates, itself included (`usecases/accounts/delegation.ts`). */
export const limitFields = {
  /** Ids of templates that it may use. Absent: all that the account may use. */
  templateIds: z.array(z.string()).min(1).readonly().optional(),
  expiresAt: isoDate.optional(),
  /** Image mints in a billing month, in addition to the account's limit. */
  monthlyMints: z.int().positive().optional(),
  /** The API key that created it and whose mints it shares; absent if that one has no `monthlyMints`. */
  countsAgainst: z.string().optional(),
};
const limits = z.object(limitFields);
export type Limits = z.output<typeof limits>;

/** An API key as stored, with its hash only. */
export const apiKeys = recordsOf(keyFields('keyId'), {
  keyId: z.string(),
  keyHash: z.string(),
  accountId: z.string(),
  revoked: z.boolean(),
  /** Absent in records that are older than names of keys. */
  name: z.string().optional(),
  /** Absent: all scopes. */
  scopes: z.array(z.enum(keyScopes)).min(1).readonly().optional(),
  ...limitFields,
  createdAt: isoDate.optional(),
  /** Whether the key was created through the API and counts against the account's number of keys. */
  isCounted: z.boolean().optional(),
});
export type KeyRecord = RecordOf<typeof apiKeys>;
/** A key of an account, and the UTC day of its last use, as `yyyy-mm-dd`. */
export interface ListedKey {
  readonly key: KeyRecord;
  readonly lastUsedOn?: string | undefined;
}

/** The last day on which an API key was used, one row per key; absent until the first use. */
export const keyUses = recordsOf(keyFields('accountId', 'keyId'), {
  accountId: z.string(),
  keyId: z.string(),
  lastUsedOn: z.iso.date().optional(),
});

/** A signing key of an account. Its secret is derived and not stored. */
export const signingKeys = recordsOf(keyFields('accountId', 'signingKeyId'), {
  accountId: z.string(),
  signingKeyId: z.string(),
  name: z.string(),
  ...limitFields,
  /** Limit of images rendered for the first time on a UTC day. @default none */
  dailyRenders: z.int().positive().optional(),
  expiresAt: isoDate,
  createdAt: isoDate,
});
export type SigningKeyRecord = RecordOf<typeof signingKeys>;

/** Plan, state and billing anchor of an account. */
export const accounts = recordsOf(keyFields('accountId'), {
  accountId: z.string(),
  plan: z.string(),
  status: z.enum(recordedStatuses),
  /** Start of the first billing month. All others are computed from it, never from each other. */
  anchor: isoDate,
  /** Start of the billing month that is displayed; counting does not use it. */
  periodStart: isoDate,
  /** End of that month. A canceled account has paid until then. */
  periodEnd: isoDate,
  /** Who it is, as the operator calls it. */
  name: z.string().optional(),
  contact: z.string().optional(),
  note: z.string().optional(),
  /** Plans that it had before, the oldest first, each until when; of `usageRetentionDays`. @default none */
  earlierPlans: z
    .array(z.object({ plan: z.string(), until: isoDate }))
    .readonly()
    .optional(),
  /** When deletion of the account began. */
  deletingSince: isoDate.optional(),
});
export type AccountRecord = RecordOf<typeof accounts>;

/** `cycle` of every account that is neither expired nor being deleted; they are one partition of the index. */
export const accountCycle = 'account';
export const toAccountItem = (account: AccountRecord) => ({
  ...accounts.toItem(account, account),
  ...(account.status !== 'expired' && account.status !== 'deleting' && { cycle: accountCycle }),
});

/** An account or template whose delivery an operator has ended. */
export const denyList = recordsOf((subject: Subject) => ({ subject: subjectName(subject) }), {
  kind: z.enum(denyListKinds),
  id: z.string(),
  deniedAt: isoDate,
});
export type DenyListEntry = RecordOf<typeof denyList>;

/** A revocation of URLs, by an account or an operator. */
export const revocations = recordsOf(keyFields('accountId', 'revocationId'), {
  accountId: z.string(),
  /** Encodes what is revoked (`lambdas/domain/revocation.ts`). */
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
});
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
export const fonts = recordsOf(keyFields('accountId'), {
  accountId: z.string(),
  fonts: z.record(z.string(), storedFont),
});

/** What templates and their versions repeat of a render plan, with the types of `core`. */
const facts = renderPlanFacts as unknown as {
  readonly [F in keyof typeof renderPlanFacts]: z.ZodType<RenderPlan[F], RenderPlan[F]>;
};
const repeatedFields = {
  ...facts,
  /**
   * Bytes of the variables with their defaults, where the record has none of them because they are long: the render plan
   * has them (`publishing/template-variables.ts`). So whatever a template contains, a mint reads a small record.
   */
  variablesBytes: z.int().positive().optional(),
};

/** A template. Code and render plan are in the bucket under their hashes. */
export const templates = recordsOf(keyFields('templateId'), {
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
  ...repeatedFields,
  warnings: z.array(templateWarning).readonly(),
  /** Render version and sample variables of the preview, whose tree was stored when the template was saved. */
  preview: z.object({ rv: z.string(), variables: z.record(z.string(), z.string()).readonly() }).optional(),
  createdAt: isoDate,
  /** Time of the last change of any field. */
  updatedAt: isoDate,
  /** When the current version was created. */
  versionCreatedAt: isoDate,
});
export type TemplateRecord = RecordOf<typeof templates>;

/** Fields that an update sets. Those derived from the code change together or not at all. */
export interface TemplateChange {
  readonly name?: string;
  readonly description?: string;
  readonly compiled?: Pick<
    TemplateRecord,
    'codeHash' | 'renderPlanHash' | 'variables' | 'variablesBytes' | 'seesAll' | 'options' | 'warnings' | 'preview'
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
  ({ templateId, version }: { readonly templateId: string; readonly version: number }) => ({
    templateId,
    version: versionKey(version),
  }),
  {
    templateId: z.string(),
    version: z.codec(z.string(), z.int(), { decode: Number, encode: versionKey }),
    codeHash: z.string(),
    renderPlanHash: z.string().optional(),
    ...repeatedFields,
    createdAt: isoDate,
  },
);
export type VersionRecord = RecordOf<typeof versions>;

export const currentVersion = ({ versionCreatedAt, ...template }: TemplateRecord): VersionRecord => ({
  ...template,
  createdAt: versionCreatedAt,
});

/** Returns the partition key of the usage events that were sent of an account; they sort by the end of their period. */
export const getSentEventsKey = (accountId: string): string => `sent-event ${accountId}`;

/** A usage event that was sent. */
export const usageEvents = recordsOf(
  ({ accountId, id, periodEnd }: { readonly accountId: string; readonly id: string; readonly periodEnd: Date }) => ({
    owner: getSentEventsKey(accountId),
    part: `${periodEnd.toISOString()} ${id}`,
  }),
  {
    accountId: z.string(),
    id: z.string(),
    what: z.enum(limitNames),
    keyId: z.string().optional(),
    threshold: z.literal(usageThresholds),
    used: z.int(),
    limit: z.int(),
    periodEnd: isoDate,
    sentAt: isoDate,
  },
);
export type SentUsageEvent = RecordOf<typeof usageEvents>;
