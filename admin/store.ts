import { dynamoDbAccountReader } from '../lambdas/aws/dynamodb/accounts.ts';
import { getBudgetKey } from '../lambdas/aws/dynamodb/budgets.ts';
import { dynamoDbDenyListLister } from '../lambdas/aws/dynamodb/deny-list.ts';
import {
  accountCycle,
  currentVersion,
  denyList,
  isDeleted,
  readTemplate,
  templates,
  toAccountItem,
  versions,
} from '../lambdas/aws/dynamodb/items.ts';
import { dynamoDbKeyCreator } from '../lambdas/aws/dynamodb/keys.ts';
import { readWalked } from '../lambdas/aws/dynamodb/records.ts';
import { dynamoDbSiteReader } from '../lambdas/aws/dynamodb/sites.ts';
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
import type { Subject } from '../lambdas/core/deny-list.ts';
import type { BillingPeriod } from '../lambdas/core/quota/billing-period.ts';
import type { Budget } from '../lambdas/ports/budgets.ts';
import type {
  AccountRecord,
  DenyListEntry,
  TemplateChange,
  TemplateRecord,
  VersionRecord,
  Walked,
} from '../lambdas/ports/records.ts';

/** Fields of an account that operators change. */
export type AccountFields = Partial<
  Pick<AccountRecord, 'plan' | 'status' | 'periodStart' | 'periodEnd' | 'deletingSince'>
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
   * @returns false if the account does not exist or is being deleted
   */
  changeAccount(accountId: string, change: AccountFields): Promise<boolean> {
    const { status, periodStart, periodEnd, deletingSince } = change;
    const isListed = status !== 'expired' && status !== 'deleting';
    const { update, values } = setFields({
      ...change,
      ...{ periodStart: periodStart?.toISOString(), periodEnd: periodEnd?.toISOString() },
      ...{ deletingSince: deletingSince?.toISOString(), cycle: status && isListed ? accountCycle : undefined },
    });
    return updateItem(
      names.ACCOUNTS_TABLE,
      { accountId },
      `${update}${isListed ? '' : ' REMOVE #cycle'}`,
      'attribute_exists(accountId) AND attribute_not_exists(#deletingSince)',
      values,
    );
  },
  /** Returns the number of templates of an account. */
  async countTemplates(ownerId: string): Promise<number> {
    const { name: IndexName } = tables.TEMPLATES_TABLE.index;
    const found = queryItems(names.TEMPLATES_TABLE, { ownerId }, { IndexName, ConsistentRead: false });
    return (await Array.fromAsync(found)).filter((item) => !isDeleted(item)).length;
  },
  /** Returns whether a template exists, or has existed: its published URLs outlive it. */
  hasTemplate: async (templateId: string): Promise<boolean> =>
    (await getItem(names.TEMPLATES_TABLE, { templateId })) !== undefined,
  /** Returns whether a site exists. */
  async hasSite(siteId: string): Promise<boolean> {
    const [accountId = ''] = siteId.split('-');
    return (await dynamoDbSiteReader(names).find(accountId, siteId)) !== undefined;
  },
  /**
   * Copies rows from another table, except those that exist.
   *
   * @returns the number of rows copied and of rows that existed
   */
  async copyMissingRows(
    table: TableVariable,
    from: string,
  ): Promise<{ readonly copied: number; readonly there: number }> {
    const counts = { copied: 0, there: 0 };
    for await (const item of scanItems(from)) {
      const isCopied = await putItem(names[table], item, `attribute_not_exists(#${tables[table].partitionKey})`);
      counts[isCopied ? 'copied' : 'there'] += 1;
    }
    return counts;
  },
  async removeAccount(accountId: string): Promise<void> {
    await deleteItem(names.ACCOUNTS_TABLE, { accountId });
  },
  putKey: dynamoDbKeyCreator(names).create,
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
    await setItem(names.USAGE_TABLE, { accountId, periodStart: start.toISOString() }, used);
  },
  /** Sets the consumed amount of a budget. */
  async setConsumed(budget: Budget, amount: number): Promise<void> {
    await setItem(names.USAGE_TABLE, getBudgetKey(budget), { amount });
  },
  denials: dynamoDbDenyListLister(names).all,
  async putDenyListEntry(entry: DenyListEntry): Promise<void> {
    await denyList.put(names.DENIALS_TABLE, entry, entry);
  },
  /** @returns false when the entry does not exist */
  deleteDenyListEntry: (subject: Subject): Promise<boolean> =>
    denyList.delete(names.DENIALS_TABLE, subject, 'attribute_exists(subject)'),
  template: (templateId: string): Promise<TemplateRecord | undefined> =>
    findTemplate(names.TEMPLATES_TABLE, templateId),
  /** Replaces a template's record. */
  async putTemplate(template: TemplateRecord): Promise<void> {
    await templates.put(names.TEMPLATES_TABLE, template, template);
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
    await versions.put(names.VERSIONS_TABLE, template, currentVersion(template));
  },
  /**
   * Replaces the fields that are derived from an earlier version's code.
   *
   * @returns false if the version does not exist
   */
  replaceVersion: (version: VersionRecord): Promise<boolean> =>
    versions.put(names.VERSIONS_TABLE, version, version, {
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
