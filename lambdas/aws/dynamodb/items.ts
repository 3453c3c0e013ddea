import * as z from 'zod';
import { templateWarning } from '../../contract/schemas/template.ts';
import { keyScopes } from '../../contract/scopes.ts';
import { denyListKinds } from '../../core/deny-list.ts';
import { recordedStatuses } from '../../core/quota/subscription.ts';
import { renderPlanFacts } from '../../core/template/render-plan/render-plan.ts';
import type {
  AccountRecord,
  DenyListEntry,
  FontRecord,
  KeyRecord,
  RevocationRecord,
  SigningKeyRecord,
  TemplateRecord,
  VersionRecord,
  Walked,
} from '../../ports/records.ts';
import { isoDate } from './client.ts';
import { dailyCounter, monthlyCounter } from './quota/key-counters.ts';

/* Schemas of all table items. A record that does not parse is an error, never treated as missing. */

export const keyItem = z.object({
  keyId: z.string(),
  keyHash: z.string(),
  accountId: z.string(),
  revoked: z.boolean(),
  name: z.string().optional(),
  scopes: z.array(z.enum(keyScopes)).min(1).optional(),
  templateIds: z.array(z.string()).min(1).optional(),
  expiresAt: isoDate.optional(),
  monthlyMints: z.int().positive().optional(),
  createdAt: isoDate.optional(),
  isCounted: z.boolean().optional(),
}) satisfies z.ZodType<KeyRecord>;

/** The last day on which an API key was used; one row per key. */
export const keyUseItem = z.object({
  accountId: z.string(),
  keyId: z.string(),
  /** Absent until the first use. */
  lastUsedOn: z.iso.date().optional(),
});

export const signingKeyItem = z.object({
  accountId: z.string(),
  signingKeyId: z.string(),
  name: z.string(),
  templateIds: z.array(z.string()).min(1).optional(),
  dailyRenders: z.int().positive().optional(),
  expiresAt: isoDate,
  createdAt: isoDate,
}) satisfies z.ZodType<SigningKeyRecord>;

export const accountItem = z.object({
  accountId: z.string(),
  plan: z.string(),
  status: z.enum(recordedStatuses),
  anchor: isoDate,
  periodStart: isoDate,
  periodEnd: isoDate,
  deletingSince: isoDate.optional(),
}) satisfies z.ZodType<AccountRecord>;

const templateItem = z.object({
  templateId: z.string(),
  ownerId: z.string(),
  isPublic: z.boolean(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
  codeHash: z.string(),
  renderPlanHash: z.string().optional(),
  ...renderPlanFacts,
  warnings: z.array(templateWarning),
  preview: z.object({ rv: z.string(), variables: z.record(z.string(), z.string()) }).optional(),
  createdAt: isoDate,
  updatedAt: isoDate,
  versionCreatedAt: isoDate,
});

/** Digits of a version in a sort key; numbers of equal length sort as text. */
const versionDigits = 9;
export const versionKey = (version: number): string => String(version).padStart(versionDigits, '0');

const versionItem = z.object({
  templateId: z.string(),
  version: z.codec(z.string(), z.int(), { decode: Number, encode: versionKey }),
  codeHash: z.string(),
  renderPlanHash: z.string().optional(),
  ...renderPlanFacts,
  createdAt: isoDate,
});

/** Returns the version record of a template's current version. */
export const currentVersion = (template: TemplateRecord): VersionRecord => {
  const { templateId, version, codeHash, renderPlanHash, variables, seesAll, options, versionCreatedAt } = template;
  const facts = { templateId, version, codeHash, variables, seesAll, options, createdAt: versionCreatedAt };
  return { ...facts, ...(renderPlanHash !== undefined && { renderPlanHash }) };
};

/** Returns the item that replaces a deleted template and reserves its id for ever. */
export const deletedItem = (templateId: string, ownerId: string) => ({ templateId, deletedBy: ownerId });
export const isDeleted = (item: object): boolean => 'deletedBy' in item;

export const denyListEntryItem = z.object({
  subject: z.string(),
  kind: z.enum(denyListKinds),
  id: z.string(),
  deniedAt: isoDate,
});

/** `expires` is the time to live in Unix seconds. */
export const revocationItem = z.object({
  accountId: z.string(),
  revocationId: z.string(),
  by: z.enum(['account', 'operator']),
  createdAt: isoDate,
  expiresAt: isoDate,
  expires: z.int(),
  isLifted: z.boolean(),
  signed: z.object({ query: z.string(), keyId: z.string() }).optional(),
});

const fontItem = z.object({
  family: z.string(),
  weights: z.tuple([z.number(), z.number()]),
  styles: z.array(z.enum(['normal', 'italic'])),
  hash: z.string(),
  isVariable: z.boolean(),
  scripts: z.array(z.string()),
  bytes: z.int(),
  unpackedBytes: z.int(),
  createdAt: isoDate,
});

/** All fonts of an account by id, in one item, so that one conditional write can count them. */
const fontsItem = z.object({ accountId: z.string(), fonts: z.record(z.string(), fontItem) });

/** Returns the numeric attributes whose names have a prefix, by the rest of the name. */
const withPrefix = (attributes: Readonly<Record<string, unknown>>, prefix: string): Map<string, number> =>
  new Map(
    Object.entries(attributes)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, count]) => [name.slice(prefix.length), z.number().parse(count)]),
  );

/** Usage of an account in one month, the counters of its keys, and the current segment of idempotency tokens. */
export const usageItem = z
  .looseObject({
    mints: z.number().default(0),
    generations: z.number().default(0),
    segment: z.int().default(0),
    tokens: z.set(z.string()).default(() => new Set<string>()),
  })
  .transform(({ mints, generations, segment, tokens, ...others }) => {
    const [keys, days] = [withPrefix(others, monthlyCounter), withPrefix(others, dailyCounter)];
    return { mints, generations, segment, tokens, keys, days };
  });

/** Format of the records that this release writes. Records without a format have this one. */
const formatVersion = 1;

const isKnownFormat = (item: unknown): boolean =>
  [undefined, formatVersion].includes((item as { formatVersion?: number }).formatVersion);

const readOnly =
  <S extends z.ZodType>(schema: S) =>
  (item: unknown): z.output<S> => {
    if (!isKnownFormat(item)) throw new Error('A record has a format this version does not know.');
    return schema.parse(item);
  };

export const readKey = readOnly(keyItem);
export const readKeyUse = readOnly(keyUseItem);
export const readSigningKeyItem = readOnly(signingKeyItem);
export const readAccount = readOnly(accountItem);
export const readDenyListEntry = (item: unknown): DenyListEntry => readOnly(denyListEntryItem)(item);
export const readRevocation = (item: unknown): RevocationRecord => {
  const { expires: _, signed, ...record } = readOnly(revocationItem)(item);
  return { ...record, ...(signed && { signed }) };
};
/** Returns the fonts, newest first. */
export const readFonts = (item: unknown): FontRecord[] =>
  Object.entries(readOnly(fontsItem)(item).fonts)
    .map(([fontId, font]) => ({ fontId, ...font }))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.fontId < b.fontId ? -1 : 1));
export const toFontItem = ({ fontId: _, ...font }: FontRecord) => fontItem.encode(font as never);

export const readVersion = (item: unknown): VersionRecord => readOnly(versionItem)(item) as VersionRecord;

/**
 * Parses a template record. A record of an unknown format is returned without a render plan: its owner can still list
 * it, and `admin templates recompile` compiles it again.
 */
export const readTemplate = (item: unknown): TemplateRecord => {
  const { renderPlanHash, preview, ...template } = templateItem.parse(item);
  const compiled = isKnownFormat(item)
    ? { ...(renderPlanHash && { renderPlanHash }), ...(preview && { preview }) }
    : {};
  return { ...template, ...compiled } as TemplateRecord;
};

/** Parses one item of a scan. Returns the record or the error. */
export const readWalked = <T>(id: unknown, item: unknown, read: (item: unknown) => T): Walked<T> => {
  try {
    return { id: String(id), record: read(item) };
  } catch (problem) {
    return { id: String(id), problem };
  }
};

/** Returns an item with its format version. */
export const addFormatVersion = <T extends object>(item: T): T & { formatVersion: number } => ({
  ...item,
  formatVersion,
});

/* The schemas have no read-only lists, hence the casts. */
export const toTemplateItem = (template: TemplateRecord) => addFormatVersion(templateItem.encode(template as never));
export const toVersionItem = (version: VersionRecord) => addFormatVersion(versionItem.encode(version as never));

/** `cycle` of every account that is not expired; these accounts are one partition of the index. */
export const accountCycle = 'account';
export const toAccountItem = (account: AccountRecord) => ({
  ...addFormatVersion(accountItem.encode(account)),
  ...(account.status !== 'expired' && account.status !== 'deleting' && { cycle: accountCycle }),
});
