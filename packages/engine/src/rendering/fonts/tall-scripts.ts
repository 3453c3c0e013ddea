/** Scripts and symbols whose letters can be far taller than Latin ones. */
export const tallScripts = /[\u0590-\u08ff\u0900-\u0fff\u2190-\u2bff]/;
