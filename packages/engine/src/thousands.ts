/**
 * Formats a whole number with commas between thousands. `toLocaleString` would load the tables of every language, which
 * takes 15 ms per process.
 */
export const formatThousands = (whole: number): string => String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',');
