import type { AccountRecord, TemplateRecord } from '../ports/records.ts';

/** Owner of the starter templates; no account id has this form. */
export const starterOwner = '$starters';

/** How the record of an account's new template begins. */
export const newRecordOf = ({ accountId }: AccountRecord, now: Date) => ({
  ownerId: accountId,
  isPublic: false,
  version: 1,
  createdAt: now,
  updatedAt: now,
  versionCreatedAt: now,
});

/** Whether an account may see and mint a template (docs/interface.md#templates). */
export const isUsableBy = (template: TemplateRecord, { accountId }: Pick<AccountRecord, 'accountId'>): boolean =>
  template.isPublic || template.ownerId === accountId;
