import * as z from 'zod';
import { type Item, isoDate, type RecordOf, recordsOf } from './record.ts';

/*
 * What bills are made of: usage by month, and of deleted accounts the plans they had. Of a deleted account the months are
 * counts alone, and no personal data is in them. The partition keys of the usage table begin with the kind
 * (`lambdas/config/tables.ts`).
 */

const monthPrefix = 'month ';

/** Returns the key of the usage of an account in the billing month that starts at a moment in ISO 8601. */
export const toMonthKey = (accountId: string, start: string) => ({ owner: `${monthPrefix}${accountId}`, part: start });

/** Returns the account and the start of the billing month of a row of the usage table; undefined for other kinds of rows. */
export const parseMonthKey = ({
  owner,
  part,
}: Item): { readonly accountId: string; readonly start: string } | undefined =>
  String(owner).startsWith(monthPrefix)
    ? { accountId: String(owner).slice(monthPrefix.length), start: String(part) }
    : undefined;

const closedAccountPrefix = 'closed-account ';

/** An account that was or is being deleted, and what is needed to say which months it had, under which plans. */
export const closedAccounts = recordsOf(
  ({ accountId }: { readonly accountId: string }) => ({ owner: `${closedAccountPrefix}${accountId}`, part: 'account' }),
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

export const isClosedAccount = ({ owner }: Item): boolean => String(owner).startsWith(closedAccountPrefix);

/** Counts of one billing month. */
export const billedCounts = z.object({
  mints: z.number().default(0),
  generations: z.number().default(0),
  /** Of the mints: first renders of on-demand URLs and site images. */
  onDemandRenders: z.number().default(0),
});
