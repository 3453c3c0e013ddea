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
  error: (issue: Issue): string =>
    JSON.stringify(issue.input === undefined && missing !== invalid ? [missing] : [invalid, detail]),
});

/** Returns the coded issues of a failed parse, in zod's order. @throws SyntaxError for an issue without a code */
export const getIssues = (error: z.ZodError): CodedIssue[] =>
  error.issues.map((issue) => {
    const [code, detail] = JSON.parse(issue.message) as [PlainErrorCode, string | null];
    return { code, path: issue.path, ...(detail != null && { detail }) };
  });
