/** Writes a program's result to standard output; everything else is logged. */
export const print = console.log.bind(console);

/** Redirects all logs to standard error. The logger writes to the console only with POWERTOOLS_DEV. */
export const logToStandardError = (): void => {
  for (const name of ['log', 'info', 'debug', 'warn'] as const) console[name] = console.error.bind(console);
  process.env.POWERTOOLS_DEV ??= 'true';
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN';
};
