/** One billing month. `end` is exclusive. */
export interface BillingPeriod {
  readonly start: Date;
  readonly end: Date;
}

/** Returns the moment `months` later, in UTC: on the last day of a month that is too short for its day. */
const addMonths = (moment: Date, months: number): Date => {
  const later = new Date(moment);
  later.setUTCMonth(moment.getUTCMonth() + months);
  // a day that the month lacks falls into the next one
  if (later.getUTCDate() !== moment.getUTCDate()) later.setUTCDate(0);
  return later;
};

/**
 * Returns the billing month that contains `moment`, in UTC. Months count from the original anchor, so that one anchored
 * on the 31st returns to the 31st after a shorter month (docs/interface.md#plans-and-counting).
 */
export const getBillingPeriod = (anchor: Date, moment: Date): BillingPeriod => {
  let months = (moment.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + moment.getUTCMonth() - anchor.getUTCMonth();
  if (addMonths(anchor, months) > moment) months -= 1;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
};
