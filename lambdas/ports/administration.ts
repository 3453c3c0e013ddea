import type { TableVariable } from '../config/tables.ts';
import type { Subject } from '../core/deny-list.ts';
import type { BillingPeriod } from '../core/quota/billing-period.ts';
import type { Budget } from './budgets.ts';
import type { AccountRecord, DenyListEntry, KeyRecord, TemplateRecord, VersionRecord, Walked } from './records.ts';
import type { TemplateChange } from './templates.ts';

/** What the admin program may do and no function may: write accounts, keys, usage and starter templates. */
export interface Administration {
  account(accountId: string): Promise<AccountRecord | undefined>;
  /** Writes an account as a whole. @returns false when it must be new and is not. */
  putAccount(account: AccountRecord, mustBeNew: boolean): Promise<boolean>;
  /**
   * Copies the rows of another table that a table lacks.
   *
   * @returns the number of rows copied, and of rows that existed
   */
  copyMissingRows(table: TableVariable, from: string): Promise<{ readonly copied: number; readonly there: number }>;
  removeAccount(accountId: string): Promise<void>;
  putKey(key: KeyRecord): Promise<void>;
  /** @returns false when there is no such key. */
  revokeKey(keyId: string): Promise<boolean>;
  usage(accountId: string, period: BillingPeriod): Promise<{ readonly mints: number; readonly generations: number }>;
  setUsage(
    accountId: string,
    period: BillingPeriod,
    used: { readonly mints?: number; readonly generations?: number },
  ): Promise<void>;
  /** Sets the amount consumed of a budget. */
  setConsumed(budget: Budget, amount: number): Promise<void>;
  /** Returns all deny list entries. */
  denials(): Promise<readonly DenyListEntry[]>;
  putDenyListEntry(denyListEntry: DenyListEntry): Promise<void>;
  /** @returns false when there is no such deny list entry. */
  deleteDenyListEntry(subject: Subject): Promise<boolean>;
  template(templateId: string): Promise<TemplateRecord | undefined>;
  /** Writes a template as a whole. */
  putTemplate(template: TemplateRecord): Promise<void>;
  /** Every template of every owner, by a scan of the whole table. */
  templates(): AsyncIterable<Walked<TemplateRecord>>;
  /** Every earlier version of every template. */
  versions(): AsyncIterable<Walked<VersionRecord>>;
  /** Stores a template's current version among its earlier ones, before its code is replaced. */
  storeVersion(template: TemplateRecord): Promise<void>;
  /**
   * Replaces the fields that are derived from an earlier version's code.
   *
   * @returns false if the version does not exist any more
   */
  replaceVersion(version: VersionRecord): Promise<boolean>;
  /** Replaces the fields that are derived from a template's code. @returns false if the code has changed meanwhile */
  replaceCompiled(template: TemplateRecord, compiled: NonNullable<TemplateChange['compiled']>): Promise<boolean>;
}
