import * as z from 'zod';

/** The kinds of units that are counted, as headers name their quotas. */
export const quotaNames = ['mints', 'generations'] as const;
export type QuotaName = (typeof quotaNames)[number];

const count = z
  .object({
    used: z.int(),
    limit: z.int().nullable().meta({ description: 'Units of a month; null for a plan without a limit.' }),
    remaining: z
      .int()
      .nullable()
      .meta({ description: 'What is left of the limit; none when more is used than it, null without a limit.' }),
  })
  .meta({ id: 'UsageCount' });

const moment = z.iso.datetime();

export const usageResponse = z
  .object({
    plan: z.string(),
    status: z.string(),
    period: z.object({ start: moment, end: moment }).meta({ description: 'The billing month, without its end.' }),
    imageMints: count,
    aiGenerations: count,
  })
  .meta({ id: 'UsageResponse', description: 'What the account has used of its billing month.' });

export type UsageResponse = z.output<typeof usageResponse>;
