import { DateTime } from 'luxon';

/** One billing month. `end` is exclusive. */
export interface BillingPeriod {
  readonly start: Date;
  readonly end: Date;
}

/**
 * Returns the billing month that contains `moment`, in UTC. Months count from the original anchor, so that one anchored
 * on the 31st returns to the 31st after a shorter month (docs/interface.md#plans-and-counting).
 */
export const getBillingPeriod = (anchor: Date, moment: Date): BillingPeriod => {
  const first = DateTime.fromJSDate(anchor, { zone: 'utc' });
  const boundary = (months: number): Date => first.plus({ months }).toJSDate();

  const at = DateTime.fromJSDate(moment, { zone: 'utc' });
  let months = (at.year - first.year) * 12 + at.month - first.month;
  if (boundary(months) > moment) months -= 1;
  return { start: boundary(months), end: boundary(months + 1) };
};
