import { fail } from 'image-url-contract/errors.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';

/** Owner of the starter templates; no account id has this form. */
export const starterOwner = '$starters';

/** Returns whether an account may read and mint a template (docs/interface.md#templates). */
export const isUsableBy = (template: TemplateRecord, { accountId }: Pick<AccountRecord, 'accountId'>): boolean =>
  template.isPublic || template.ownerId === accountId;

/** Returns a template that the account may read and mint. @throws TEMPLATE_NOT_FOUND */
export const requireUsable = (
  template: TemplateRecord | undefined,
  account: Pick<AccountRecord, 'accountId'>,
): TemplateRecord => {
  if (!template || !isUsableBy(template, account)) throw fail('TEMPLATE_NOT_FOUND');
  return template;
};

/** Returns a template that the account may change. @throws TEMPLATE_NOT_FOUND */
export const requireOwn = (template: TemplateRecord | undefined, { accountId }: AccountRecord): TemplateRecord => {
  if (template?.ownerId !== accountId) throw fail('TEMPLATE_NOT_FOUND');
  return template;
};
