import { controlCharacters } from '../admin/control-characters.ts';

/** Writes a program's result to standard output; everything else is logged. */
export const print = console.log.bind(console);

/** Returns a value as JSON in which no character controls a terminal or changes the direction of the text. */
export const toJson = (value: unknown, indent: number): string =>
  JSON.stringify(value, null, indent).replace(controlCharacters, (character) =>
    // in JSON it separates values: texts have it escaped
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Redirects all logs to standard error. The logger writes to the console only with POWERTOOLS_DEV. */
export const logToStandardError = (): void => {
  for (const name of ['log', 'info', 'debug', 'warn'] as const) console[name] = console.error.bind(console);
  process.env.POWERTOOLS_DEV ??= 'true';
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN';
};
