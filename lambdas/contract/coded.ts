import type * as z from 'zod';
import type { PlainErrorCode } from './errors.ts';

type Issue = { readonly input?: unknown };

/** The content of a failed schema rule's message: an error code, and a detail that replaces the catalogue's message. */
export interface CodedIssue {
  readonly code: PlainErrorCode;
  readonly detail?: string;
  readonly path: readonly PropertyKey[];
}

/**
 * Names the error code a schema rule answers with, next to the rule itself.
 *
 * @param invalid code when a value is present but breaks the rule.
 * @param detail a message that replaces the catalogue's, where one code serves several fields.
 * @param missing code when there is no value at all; the same code by default.
 */
export const coded = (invalid: PlainErrorCode, detail?: string, missing: PlainErrorCode = invalid) => ({
  error: (issue: Issue): string =>
    JSON.stringify(issue.input === undefined && missing !== invalid ? [missing] : [invalid, detail]),
});

/** The coded issues behind a failed parse, in the order zod met them. An issue without a code is a mistake in a schema. */
export const getIssues = (error: z.ZodError): CodedIssue[] =>
  error.issues.map((issue) => {
    const [code, detail] = JSON.parse(issue.message) as [PlainErrorCode, string | null];
    return { code, path: issue.path, ...(detail != null && { detail }) };
  });
