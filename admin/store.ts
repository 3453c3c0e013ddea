import { dynamoDbDenyListLister } from '../lambdas/aws/dynamodb/deny-list.ts';
import {
  addFormatVersion,
  currentVersion,
  denyListEntryItem,
  isDeleted,
  readAccount,
  readTemplate,
  readVersion,
  readWalked,
  toAccountItem,
  toTemplateItem,
  toVersionItem,
  usageItem,
} from '../lambdas/aws/dynamodb/items.ts';
import { dynamoDbKeyCreator } from '../lambdas/aws/dynamodb/keys.ts';
import { deleteItem, getItem, putItem, scanItems, setFields, updateItem } from '../lambdas/aws/dynamodb/table.ts';
import { getUpdate } from '../lambdas/aws/dynamodb/templates.ts';
import { storeVersion } from '../lambdas/aws/dynamodb/versions.ts';
import { type TableVariable, tables } from '../lambdas/config/tables.ts';
import { type Subject, subjectName } from '../lambdas/core/deny-list.ts';
import type { BillingPeriod } from '../lambdas/core/quota/billing-period.ts';
import type { Budget } from '../lambdas/ports/budgets.ts';
import type {
  AccountRecord,
  DenyListEntry,
  KeyRecord,
  TemplateChange,
  TemplateRecord,
  VersionRecord,
  Walked,
} from '../lambdas/ports/records.ts';

/** Operations of the admin program that no function has: write accounts, keys, usage and starter templates. */
export const dynamoDbAdministration = (names: Readonly<Record<TableVariable, string>>) => ({
  async account(accountId: string): Promise<AccountRecord | undefined> {
    const item = await getItem(names.ACCOUNTS_TABLE, { accountId });
    return item && readAccount(item);
  },
  /** Replaces an account's record. @returns false if `mustBeNew` and the account exists */
  putAccount: (account: AccountRecord, mustBeNew: boolean): Promise<boolean> =>
    putItem(names.ACCOUNTS_TABLE, toAccountItem(account), mustBeNew ? 'attribute_not_exists(accountId)' : undefined),
  /**
   * Copies rows from another table, except those that exist.
   *
   * @returns the number of rows copied and of rows that existed
   */
  async copyMissingRows(
    table: TableVariable,
    from: string,
  ): Promise<{ readonly copied: number; readonly there: number }> {
    const key = { '#key': tables[table].partitionKey };
    const counts = { copied: 0, there: 0 };
    for await (const item of scanItems(from)) {
      const isCopied = await putItem(names[table], item, 'attribute_not_exists(#key)', {}, key);
      counts[isCopied ? 'copied' : 'there'] += 1;
    }
    return counts;
  },
  async removeAccount(accountId: string): Promise<void> {
    await deleteItem(names.ACCOUNTS_TABLE, { accountId });
  },
  putKey: (key: KeyRecord): Promise<void> => dynamoDbKeyCreator(names).create(key),
  /** @returns false when the key does not exist */
  revokeKey: (keyId: string): Promise<boolean> =>
    updateItem(names.KEYS_TABLE, { keyId }, 'SET revoked = :yes', 'attribute_exists(keyId)', { ':yes': true }),
  async usage(
    accountId: string,
    { start }: BillingPeriod,
  ): Promise<{ readonly mints: number; readonly generations: number }> {
    const item = await getItem(names.USAGE_TABLE, { accountId, periodStart: start.toISOString() });
    const { mints, generations } = usageItem.parse(item ?? {});
    return { mints, generations };
  },
  async setUsage(
    accountId: string,
    { start }: BillingPeriod,
    used: { readonly mints?: number; readonly generations?: number },
  ): Promise<void> {
    const { update, values } = setFields(used);
    if (Object.keys(values).length === 0) return;
    await updateItem(names.USAGE_TABLE, { accountId, periodStart: start.toISOString() }, update, undefined, values);
  },
  /** Sets the consumed amount of a budget. */
  async setConsumed({ owner, name }: Budget, amount: number): Promise<void> {
    const key = { accountId: owner, periodStart: name };
    await updateItem(names.USAGE_TABLE, key, 'SET amount = :amount', undefined, { ':amount': amount });
  },
  denials: (): Promise<DenyListEntry[]> => dynamoDbDenyListLister(names).all(),
  async putDenyListEntry(denyListEntry: DenyListEntry): Promise<void> {
    const item = denyListEntryItem.encode({ subject: subjectName(denyListEntry), ...denyListEntry });
    await putItem(names.DENIALS_TABLE, addFormatVersion(item));
  },
  /** @returns false when the entry does not exist */
  deleteDenyListEntry: (subject: Subject): Promise<boolean> =>
    deleteItem(names.DENIALS_TABLE, { subject: subjectName(subject) }, 'attribute_exists(subject)'),
  async template(templateId: string): Promise<TemplateRecord | undefined> {
    const item = await getItem(names.TEMPLATES_TABLE, { templateId });
    return item && !isDeleted(item) ? readTemplate(item) : undefined;
  },
  /** Replaces a template's record. */
  async putTemplate(template: TemplateRecord): Promise<void> {
    await putItem(names.TEMPLATES_TABLE, toTemplateItem(template));
  },
  /** Yields every template of every owner, by a table scan. */
  async *templates(): AsyncGenerator<Walked<TemplateRecord>> {
    for await (const item of scanItems(names.TEMPLATES_TABLE))
      if (!isDeleted(item)) yield readWalked(item.templateId, item, readTemplate);
  },
  /** Yields every earlier version of every template. */
  async *versions(): AsyncGenerator<Walked<VersionRecord>> {
    for await (const item of scanItems(names.VERSIONS_TABLE))
      yield readWalked(`${item.templateId} version ${item.version}`, item, readVersion);
  },
  /** Stores a template's current version as an earlier one, before its code is replaced. */
  async storeVersion(template: TemplateRecord): Promise<void> {
    await storeVersion(names.VERSIONS_TABLE, currentVersion(template));
  },
  /**
   * Replaces the fields that are derived from an earlier version's code.
   *
   * @returns false if the version does not exist
   */
  replaceVersion: (version: VersionRecord): Promise<boolean> =>
    putItem(names.VERSIONS_TABLE, toVersionItem(version), 'codeHash = :code', { ':code': version.codeHash }),
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
