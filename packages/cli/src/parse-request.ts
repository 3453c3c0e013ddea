import { getIssues } from 'image-url-contract/error-code.ts';
import { errorCatalogue } from 'image-url-contract/errors.ts';
import type * as z from 'zod';
import { wrongUse } from './failure.ts';

/** Parses a request with a schema of the contract. @throws Failure with the code and message of the service */
export const parseRequest = <Request>(schema: z.ZodType<Request>, given: unknown): Request => {
  const { data, error } = schema.safeParse(given);
  if (!error) return data;
  const [issue = { code: 'INVALID_BODY' as const, detail: undefined }] = getIssues(error);
  throw wrongUse(issue.code, issue.detail ?? errorCatalogue[issue.code].message);
};
