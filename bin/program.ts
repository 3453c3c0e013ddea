import { AdminError } from '../admin/administer-accounts.ts';
import { StageError } from '../lib/app/settings.ts';

const isArgument = (error: Error): boolean => String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
/** Returns whether AWS or the SDK rejected a call: missing or expired credentials, or missing permissions. */
const isAnswer = (error: Error): boolean => '$metadata' in error || error.name === 'CredentialsProviderError';

/** Returns whether the operator can fix an error, so that only its message is printed. */
export const isOperatorError = (error: unknown): error is Error =>
  error instanceof Error &&
  ([StageError, AdminError].some((kind) => error instanceof kind) || isArgument(error) || isAnswer(error));

/** Runs a program. For an operator's mistake, prints its message and exits with status 1. */
export const runProgram = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
