import { DateTime } from 'luxon';

/** One billing month, from `start` up to but not including `end`. */
export interface BillingPeriod {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The billing month a moment lies in, in UTC. Months count from the original anchor, so that one anchored on the 31st
 * comes back to the 31st after a shorter month (docs/interface.md#plans-and-counting).
 */
export const billingPeriod = (anchor: Date, moment: Date): BillingPeriod => {
  const first = DateTime.fromJSDate(anchor, { zone: 'utc' });
  const boundary = (months: number): Date => first.plus({ months }).toJSDate();

  const between = DateTime.fromJSDate(moment, { zone: 'utc' });
  let months = (between.year - first.year) * 12 + between.month - first.month;
  if (boundary(months) > moment) months -= 1;
  return { start: boundary(months), end: boundary(months + 1) };
};
