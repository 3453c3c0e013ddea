import { dayMs } from 'image-url-contract/days.ts';
import { LRUCache } from 'lru-cache';
import { dynamoDbAccountReader, toPlanFields } from '../lambdas/aws/dynamodb/accounts.ts';
import { dynamoDbAuditLister, dynamoDbAuditWriter } from '../lambdas/aws/dynamodb/audit.ts';
import { getBudgetKey } from '../lambdas/aws/dynamodb/budgets.ts';
import { dynamoDbClosedAccounts } from '../lambdas/aws/dynamodb/closed-accounts.ts';
import { dynamoDbDenyListLister } from '../lambdas/aws/dynamodb/deny-list.ts';
import {
  dynamoDbKeyCreator,
  dynamoDbKeyLister,
  dynamoDbKeyReader,
  dynamoDbSigningKeyReader,
} from '../lambdas/aws/dynamodb/keys.ts';
import { dynamoDbSiteReader } from '../lambdas/aws/dynamodb/sites.ts';
import { deleteRecord, putRecord } from '../lambdas/aws/dynamodb/stored-records.ts';
import {
  deleteItem,
  getItem,
  putItem,
  queryItems,
  scanItems,
  setFields,
  setItem,
  updateItem,
} from '../lambdas/aws/dynamodb/table.ts';
import { findTemplate, getUpdate } from '../lambdas/aws/dynamodb/templates.ts';
import { dynamoDbUsageReader } from '../lambdas/aws/dynamodb/usage.ts';
import { type TableVariable, tables } from '../lambdas/config/tables.ts';
import type { Subject } from '../lambdas/domain/deny-list.ts';
import type { BillingPeriod } from '../lambdas/domain/quota/billing-period.ts';
import {
  accountCycle,
  accounts,
  currentVersion,
  denyList,
  isDeleted,
  readTemplate,
  templates,
  toAccountItem,
  versions,
} from '../lambdas/domain/records/account-records.ts';
import { type AuditEntry, auditEntries } from '../lambdas/domain/records/audit-records.ts';
import { closedAccounts, isClosedAccount, toMonthKey } from '../lambdas/domain/records/bill-records.ts';
import { type Item, readWalked, toSeconds } from '../lambdas/domain/records/record.ts';
import { versionsLifetimeDays } from '../lambdas/domain/revocation.ts';
import type { Budget } from '../lambdas/ports/budgets.ts';
import type {
  AccountRecord,
  DenyListEntry,
  TemplateChange,
  TemplateRecord,
  VersionRecord,
  Walked,
} from '../lambdas/ports/records.ts';
import { readUsage, readViews } from './usage-rows.ts';

/** Fields of an account that operators change. */
export type AccountFields = Partial<
  Pick<
    AccountRecord,
    'plan' | 'earlierPlans' | 'status' | 'periodStart' | 'periodEnd' | 'deletingSince' | 'name' | 'contact' | 'note'
  >
>;

/** Operations of the admin program that no function has: write accounts, keys, usage and starter templates. */
export const dynamoDbAdministration = (names: Readonly<Record<TableVariable, string>>) => ({
  account: dynamoDbAccountReader(names).find,
  /** Stores a new account. @returns false if the id exists; its record is unchanged */
  createAccount: (account: AccountRecord): Promise<boolean> =>
    putItem(names.ACCOUNTS_TABLE, toAccountItem(account), 'attribute_not_exists(accountId)'),
  /**
   * Sets the given fields of an account; the others may be changed at the same time.
   *
   * @param was its plan when it was read, for a change of the plan, which adds that one to the earlier ones
   * @returns false if the account does not exist, is being deleted or has another plan
   */
  changeAccount(accountId: string, change: AccountFields, was?: string): Promise<boolean> {
    const { plan, earlierPlans, status, periodStart, periodEnd, deletingSince } = change;
    const isListed = status !== 'expired' && status !== 'deleting';
    const { update, values } = setFields({
      ...change,
      ...(plan !== undefined && toPlanFields({ plan, earlierPlans })),
      ...{ periodStart: periodStart?.toISOString(), periodEnd: periodEnd?.toISOString() },
      ...{ deletingSince: deletingSince?.toISOString(), cycle: status && isListed ? accountCycle : undefined },
    });
    return updateItem(
      names.ACCOUNTS_TABLE,
      { accountId },
      `${update}${isListed ? '' : ' REMOVE #cycle'}`,
      `attribute_exists(accountId) AND attribute_not_exists(#deletingSince)${was === undefined ? '' : ' AND #plan = :was'}`,
      { ...values, ...(was !== undefined && { ':was': was }) },
    );
  },
  /** Yields every account, by a table scan. */
  async *accounts(): AsyncGenerator<Walked<AccountRecord>> {
    for await (const item of scanItems(names.ACCOUNTS_TABLE)) yield readWalked(item.accountId, item, accounts.read);
  },
  /** Returns the number of templates of an account. */
  async countTemplates(ownerId: string): Promise<number> {
    const { name: IndexName } = tables.TEMPLATES_TABLE.index;
    const found = queryItems(names.TEMPLATES_TABLE, { ownerId }, { IndexName, ConsistentRead: false });
    return (await Array.fromAsync(found)).filter((item) => !isDeleted(item)).length;
  },
  /** Returns the owner of a template, also of a deleted one, whose published URLs live on; undefined if there is none. */
  async templateOwner(templateId: string): Promise<string | undefined> {
    const item = await getItem(names.TEMPLATES_TABLE, { templateId });
    return item && String(item.ownerId ?? item.deletedBy);
  },
  /** Returns whether a site exists. */
  async hasSite(siteId: string): Promise<boolean> {
    const [accountId = ''] = siteId.split('-');
    return (await dynamoDbSiteReader(names).find(accountId, siteId)) !== undefined;
  },
  /** Returns whether an account was deleted, or is being deleted. */
  isClosed: dynamoDbClosedAccounts(names).isClosed,
  /**
   * Copies rows from another table, except those that exist, those of deleted accounts, and counts of usage. Versions are
   * those of their template, whose rows are copied before.
   *
   * @returns the number of rows copied, of rows that existed, and of those that were left out
   */
  async copyMissingRows(table: TableVariable, from: string) {
    const counts = { copied: 0, there: 0, left: 0 };
    const { isClosed } = dynamoDbClosedAccounts(names);
    const asked = new LRUCache<string, Promise<boolean>>({ max: 10_000 });
    const isErased = async (item: Item): Promise<boolean> => {
      if (table === 'USAGE_TABLE') return !isClosedAccount(item);
      const template =
        table === 'VERSIONS_TABLE' && (await getItem(names.TEMPLATES_TABLE, { templateId: item.templateId }));
      const { accountId, ownerId, deletedBy } = template || item;
      const owner = String(accountId ?? ownerId ?? deletedBy ?? '');
      const answer = asked.get(owner) ?? isClosed(owner);
      asked.set(owner, answer);
      return answer;
    };
    for await (const item of scanItems(from)) {
      if (await isErased(item)) {
        counts.left += 1;
        continue;
      }
      const isCopied = await putItem(names[table], item, `attribute_not_exists(#${tables[table].partitionKey})`);
      counts[isCopied ? 'copied' : 'there'] += 1;
    }
    return counts;
  },
  /** Reads what all accounts used in billing months that began in a calendar month. */
  usageOfAll: (month: string) => readUsage(names, month),
  /** Reads views of all accounts, for billing months that began in a calendar month. */
  viewsOfAll: (month: string) => readViews(names.VIEWS_TABLE, month),
  /**
   * Closes an account for good, until every URL of it has expired: nothing is written under its id any more (`isClosed`).
   * Holds what bills need: when its months began, and its plans.
   */
  async closeAccount(account: AccountRecord, deletedAt: Date): Promise<void> {
    const expires = toSeconds(new Date(deletedAt.getTime() + versionsLifetimeDays * dayMs));
    const { accountId, anchor, plan, earlierPlans } = account;
    const closed = { accountId, anchor, plan, earlierPlans, deletedAt };
    await putRecord(closedAccounts, names.USAGE_TABLE, closed, closed, { also: { expires } });
  },
  async removeAccount(accountId: string): Promise<void> {
    await deleteItem(names.ACCOUNTS_TABLE, { accountId });
  },
  putKey: dynamoDbKeyCreator(names).create,
  key: dynamoDbKeyReader(names).find,
  keysOf: dynamoDbKeyLister(names).of,
  signingKeysOf: dynamoDbSigningKeyReader(names).of,
  acts: dynamoDbAuditWriter(names),
  auditOf: dynamoDbAuditLister(names).between,
  /** Yields the audit of every account, by a table scan, in no order. */
  async *audit(): AsyncGenerator<AuditEntry> {
    for await (const item of scanItems(names.AUDIT_TABLE)) yield auditEntries.read(item);
  },
  /** @returns false when the key does not exist */
  revokeKey: (keyId: string): Promise<boolean> =>
    setItem(names.KEYS_TABLE, { keyId }, { revoked: true }, 'attribute_exists(keyId)'),
  async usage(accountId: string, month: BillingPeriod) {
    const { mints, generations } = await dynamoDbUsageReader(names).find(accountId, month);
    return { mints, generations };
  },
  async setUsage(
    accountId: string,
    { start }: BillingPeriod,
    used: { readonly mints?: number; readonly generations?: number },
  ): Promise<void> {
    if (Object.keys(used).length === 0) return;
    await setItem(names.USAGE_TABLE, toMonthKey(accountId, start.toISOString()), used);
  },
  /** Sets the consumed amount of a budget. */
  async setConsumed(budget: Budget, amount: number): Promise<void> {
    await setItem(names.BUDGETS_TABLE, getBudgetKey(budget), { amount });
  },
  /** Returns how often something was consumed of a budget or given back. */
  async changesOf(budget: Budget): Promise<number> {
    return Number((await getItem(names.BUDGETS_TABLE, getBudgetKey(budget)))?.changes ?? 0);
  },
  /** Sets the consumed amount of a budget. @returns false if it was changed since it had this number of changes */
  setConsumedSince(budget: Budget, changes: number, amount: number): Promise<boolean> {
    const isSame = changes === 0 ? 'attribute_not_exists(changes)' : 'changes = :changes';
    const values = changes === 0 ? {} : { ':changes': changes };
    return setItem(names.BUDGETS_TABLE, getBudgetKey(budget), { amount }, isSame, values);
  },
  denials: dynamoDbDenyListLister(names).all,
  async putDenyListEntry(entry: DenyListEntry): Promise<void> {
    await putRecord(denyList, names.DENIALS_TABLE, entry, entry);
  },
  /** @returns false when the entry does not exist */
  deleteDenyListEntry: (subject: Subject): Promise<boolean> =>
    deleteRecord(denyList, names.DENIALS_TABLE, subject, 'attribute_exists(subject)'),
  template: (templateId: string): Promise<TemplateRecord | undefined> =>
    findTemplate(names.TEMPLATES_TABLE, templateId),
  /** Replaces a template's record. */
  async putTemplate(template: TemplateRecord): Promise<void> {
    await putRecord(templates, names.TEMPLATES_TABLE, template, template);
  },
  /** Yields every template of every owner, by a table scan. */
  async *templates(): AsyncGenerator<Walked<TemplateRecord>> {
    for await (const item of scanItems(names.TEMPLATES_TABLE))
      if (!isDeleted(item)) yield readWalked(item.templateId, item, readTemplate);
  },
  /** Yields every earlier version of every template. */
  async *versions(): AsyncGenerator<Walked<VersionRecord>> {
    for await (const item of scanItems(names.VERSIONS_TABLE))
      yield readWalked(`${item.templateId} version ${item.version}`, item, versions.read);
  },
  /** Stores a template's current version as an earlier one, before its code is replaced. */
  async storeVersion(template: TemplateRecord): Promise<void> {
    await putRecord(versions, names.VERSIONS_TABLE, template, currentVersion(template));
  },
  /**
   * Replaces the fields that are derived from an earlier version's code.
   *
   * @returns false if the version does not exist
   */
  replaceVersion: (version: VersionRecord): Promise<boolean> =>
    putRecord(versions, names.VERSIONS_TABLE, version, version, {
      ...{ condition: 'codeHash = :code', values: { ':code': version.codeHash } },
    }),
  /** Replaces the fields that are derived from a template's code. @returns false if the code has changed meanwhile */
  replaceCompiled(
    { templateId, codeHash }: TemplateRecord,
    compiled: NonNullable<TemplateChange['compiled']>,
  ): Promise<boolean> {
    const { update, values } = getUpdate({ compiled });
    const seen = { ...values, ':was': codeHash };
    return updateItem(names.TEMPLATES_TABLE, { templateId }, update, '#codeHash = :was', seen);
  },
});

export type AdminStore = ReturnType<typeof dynamoDbAdministration>;
