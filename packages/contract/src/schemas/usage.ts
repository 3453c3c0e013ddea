import * as z from 'zod';

/** Kinds of units that are counted, as headers name their quotas. */
export const quotaNames = ['mints', 'generations'] as const;
export type QuotaName = (typeof quotaNames)[number];

/** Names of usage events in EventBridge. */
export const usageEventType = { source: 'image-url', detailType: 'UsageThresholdReached' } as const;

/** Percentages of a limit at which a usage event is sent. */
export const usageThresholds = [80, 100] as const;
export type UsageThreshold = (typeof usageThresholds)[number];

/** Limits that usage events are about: an account's month, an API key's month, and a signing key's UTC day. */
export const limitNames = [...quotaNames, 'monthlyMints', 'dailyRenders'] as const;
export type LimitName = (typeof limitNames)[number];

const moment = z.iso.datetime();

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

const usageEvent = z
  .object({
    what: z
      .enum(limitNames)
      .meta({ description: 'Mints or generations of the account, or the limit of the key that `keyId` names.' }),
    keyId: z
      .string()
      .optional()
      .meta({ description: 'An API key (`monthlyMints`) or a signing key (`dailyRenders`).' }),
    threshold: z.literal(usageThresholds).meta({ description: 'Percentage of the limit that was reached.' }),
    used: z.int(),
    limit: z.int(),
    periodEnd: moment.meta({ description: 'When the count begins at zero again.' }),
    sentAt: moment,
  })
  .meta({ id: 'UsageEvent' });

export const usageResponse = z
  .object({
    plan: z.string(),
    status: z.string(),
    period: z.object({ start: moment, end: moment }).meta({ description: 'The billing month, without its end.' }),
    imageMints: count,
    aiGenerations: count,
    events: z
      .array(usageEvent)
      .meta({ description: 'Usage events of the month that were sent, the latest `periodEnd` first, 100 at most.' }),
  })
  .meta({ id: 'UsageResponse', description: 'What the account has used of its billing month.' });

export type UsageResponse = z.output<typeof usageResponse>;
