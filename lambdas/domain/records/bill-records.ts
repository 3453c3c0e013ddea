import * as z from 'zod';
import { isoDate, type RecordOf, recordsOf } from './record.ts';

/*
 * What bills are made of after an account was deleted: its usage by month, as counts alone, and which plans it had. They
 * are in the usage table, and no personal data is in them.
 */

const closedAccountName = 'account';

/** A deleted account: what is needed to say which months it had, under which plans. */
export const closedAccounts = recordsOf(
  ({ accountId }: { readonly accountId: string }) => ({ accountId, periodStart: closedAccountName }),
  {
    accountId: z.string(),
    anchor: isoDate,
    plan: z.string(),
    earlierPlans: z
      .array(z.object({ plan: z.string(), until: isoDate }))
      .readonly()
      .optional(),
    deletedAt: isoDate,
  },
);
export type ClosedAccount = RecordOf<typeof closedAccounts>;

export const isClosedAccount = (item: object): boolean =>
  'periodStart' in item && item.periodStart === closedAccountName;

/** Counts of one billing month. */
export const billedCounts = z.object({
  mints: z.number().default(0),
  generations: z.number().default(0),
  /** Of the mints: first renders of on-demand URLs and site images. */
  onDemandRenders: z.number().default(0),
});
