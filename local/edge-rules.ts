/** Rules for the results of edge functions; for a violation, CloudFront responds with 502. */
import type { EdgeHeaders, EdgeRequest, EdgeResponse } from './edge-function.ts';

/** Headers that no function may add (CloudFront developer guide, "Restrictions on all edge functions"). */
const disallowed =
  /^(connection|expect|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|trailer|upgrade|x-accel-(buffering|charset|limit-rate|redirect)|x-amz-cf-.*|x-amzn-.*|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/;
const readOnly = {
  request: ['cdn-loop', 'content-length', 'host', 'transfer-encoding', 'via'],
  response: ['warning', 'via'],
};
/** Maximum size of a body that a function generates: AWS documents it for Lambda@Edge, and no number for these functions. */
const bodyBytes = 40 << 10;

const getHeaderProblems = (given: EdgeHeaders, answered: EdgeHeaders, fixed: readonly string[]): string[] =>
  Object.entries(answered).flatMap(([name, entry]) => [
    ...(name === name.toLowerCase() ? [] : [`the header ${name} is not in lower case`]),
    ...(typeof entry?.value === 'string' ? [] : [`the header ${name} has no value`]),
    ...(disallowed.test(name) && !(name in given) ? [`the header ${name} may not be added`] : []),
    ...(fixed.includes(name) && given[name]?.value !== entry.value ? [`the header ${name} may not change`] : []),
  ]);

/** Returns whether a function's result is a response, not the request to forward. */
export const isResponse = (answer: EdgeRequest | EdgeResponse): answer is EdgeResponse => 'statusCode' in answer;

/** Returns the rules that a result violates; empty if CloudFront would accept it. */
export const getRuleViolations = (
  given: Readonly<EdgeHeaders>,
  answer: EdgeRequest | EdgeResponse,
): readonly string[] => {
  if (!isResponse(answer)) return getHeaderProblems(given, answer.headers, readOnly.request);
  const { statusCode, body, headers } = answer;
  const isStatus = Number.isInteger(statusCode) && statusCode >= 100 && statusCode <= 599;
  const isTooLong = body !== undefined && Buffer.byteLength(body.data) > bodyBytes;
  return [
    ...getHeaderProblems(given, headers, readOnly.response),
    ...(isStatus ? [] : [`${statusCode} is no status`]),
    ...(isTooLong ? ['the body is too long'] : []),
  ];
};
