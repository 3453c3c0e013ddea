import { AdminError } from '../lambdas/usecases/admin/administer-accounts.ts';
import { StageError } from '../lib/stage.ts';

const isArgument = (error: Error): boolean => String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
/** What AWS, or the way there, answers: credentials that are missing or expired, a call that is not allowed. */
const isAnswer = (error: Error): boolean => '$metadata' in error || error.name === 'CredentialsProviderError';

/** Whether an error is the operator's to mend, and told in its message alone. */
export const isMistake = (error: unknown): error is Error =>
  error instanceof Error &&
  ([StageError, AdminError].some((kind) => error instanceof kind) || isArgument(error) || isAnswer(error));

/** Runs a program; a mistake of the operator's is one message and status 1. */
export const runProgram = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    if (!isMistake(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
