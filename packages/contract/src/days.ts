/** Milliseconds per day. */
export const dayMs = 86_400_000;

/** Returns the moment `ms` milliseconds after another. */
export const addMs = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** Returns the start of the UTC day that contains `moment`. */
export const startOfDay = (moment: Date): Date => new Date(Math.floor(moment.getTime() / dayMs) * dayMs);
