import type * as z from 'zod';
import type { PlainErrorCode } from './errors.ts';

type Issue = { readonly input?: unknown };

/** Content of a failed schema rule's message: an error code, and a detail that replaces the catalogue's message. */
export interface CodedIssue {
  readonly code: PlainErrorCode;
  readonly detail?: string;
  readonly path: readonly PropertyKey[];
}

/**
 * Declares the error code of a schema rule, next to the rule.
 *
 * @param invalid code for a value that breaks the rule
 * @param detail a message that replaces the catalogue's, where several fields share a code
 * @param missing code for a missing value. @default invalid
 */
export const errorCode = (invalid: PlainErrorCode, detail?: string, missing: PlainErrorCode = invalid) => ({
  error: ({ input }: Issue): string => {
    if (input === undefined && missing !== invalid) return missing;
    return detail === undefined ? invalid : `${invalid}: ${detail}`;
  },
});

/** Returns the coded issues of a failed parse, in zod's order. @throws Error for an issue without a code */
export const getIssues = (error: z.ZodError): CodedIssue[] =>
  error.issues.map(({ message, path }) => {
    const [, code, detail] = /^([A-Z_]+)(?:: (.*))?$/s.exec(message) ?? [];
    if (code === undefined) throw new Error(`No code is declared for: ${message}`);
    return { code: code as PlainErrorCode, path, ...(detail !== undefined && { detail }) };
  });
