/** Days after which usage is deleted: a year of bills, and the month in which the last one is asked about. */
export const usageRetentionDays = 400;
