/** Writes to standard output, which is for what a program promises to print. Everything else is log. */
export const print = console.log.bind(console);

/** Sends logs of every kind to standard error; the logger uses the console's methods only when told it is developed with. */
export const logToStandardError = (): void => {
  for (const name of ['log', 'info', 'debug', 'warn'] as const) console[name] = console.error.bind(console);
  process.env.POWERTOOLS_DEV ??= 'true';
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN';
};
