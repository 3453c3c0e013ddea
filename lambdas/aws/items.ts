import * as z from 'zod';
import { templateWarning } from '../contract/schemas/template.ts';
import { planNames } from '../core/quota/plans.ts';
import { accountStatuses } from '../core/quota/subscription.ts';
import { planFacts } from '../core/template/stored-plan.ts';
import type { AccountRecord, KeyRecord, TemplateRecord } from '../ports/records.ts';
import { isoDate } from './dynamodb.ts';

/* Items as the tables hold them, read and written through one schema each. A record that does not parse is an error. */

export const keyItem = z.object({
  keyId: z.string(),
  keyHash: z.string(),
  accountId: z.string(),
  revoked: z.boolean(),
}) satisfies z.ZodType<KeyRecord>;

export const accountItem = z.object({
  accountId: z.string(),
  plan: z.enum(planNames),
  status: z.enum(accountStatuses),
  anchor: isoDate,
  periodStart: isoDate,
  periodEnd: isoDate,
}) satisfies z.ZodType<AccountRecord>;

export const templateItem = z.object({
  templateId: z.string(),
  ownerId: z.string(),
  isPublic: z.boolean(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
  codeHash: z.string(),
  planHash: z.string().optional(),
  ...planFacts,
  warnings: z.array(templateWarning),
  preview: z.object({ rv: z.string(), variables: z.record(z.string(), z.string()) }).optional(),
  createdAt: isoDate,
});

/** A template record out of an item. */
export const readTemplate = (item: unknown): TemplateRecord => templateItem.parse(item) as TemplateRecord;

/** Every live account has this `cycle`: together they are one partition of the index by period end. */
export const accountCycle = 'account';
