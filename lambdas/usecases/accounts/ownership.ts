import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Owner of the starter templates; no account id has this form. */
export const starterOwner = '$starters';

/** Returns the owner, version and time fields of a new template's record. */
export const getNewRecord = ({ accountId }: AccountRecord, now: Date) => ({
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

/** Returns whether the request's API key may use a template: it has no `templateIds`, or they include it. */
export const mayUse = ({ apiKey }: Pick<Runtime, 'apiKey'>, templateId: string): boolean =>
  apiKey?.templateIds === undefined || apiKey.templateIds.includes(templateId);
