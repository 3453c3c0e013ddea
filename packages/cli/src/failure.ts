/** Exit codes of the process. */
export const exitCodes = { done: 0, findings: 1, wrongUse: 2, service: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why a command failed; the message includes what to do. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: string;
  readonly exitCode: ExitCode;

  constructor(code: string, message: string, exitCode: ExitCode, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Returns a failure caused by the command line, a setting or a file. */
export const wrongUse = (code: string, message: string, cause?: unknown): Failure =>
  new Failure(code, message, exitCodes.wrongUse, { cause });

/** Returns Node's message about a file or connection, without its error code and final full stop. */
export const getReason = (error: unknown): string => {
  const { message, cause, code } = error as {
    message?: string;
    code?: string;
    cause?: { message?: string; code?: string };
  };
  return String(cause?.message || cause?.code || message || code || error).replace(/\W+$/, '');
};

export const hasCode = (error: unknown, code: string): boolean =>
  (error as { code?: unknown } | undefined)?.code === code;
