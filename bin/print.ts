/** Writes to standard output, which is for a program's result only; all else is log. */
export const print = console.log.bind(console);

/** Sends all logs to standard error. The logger writes to the console only with POWERTOOLS_DEV set. */
export const logToStandardError = (): void => {
  for (const name of ['log', 'info', 'debug', 'warn'] as const) console[name] = console.error.bind(console);
  process.env.POWERTOOLS_DEV ??= 'true';
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN';
};
