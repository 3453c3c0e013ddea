/** What CloudFront demands of a function's answers; an answer that breaks a rule is 502 for the viewer. */
import type { EdgeHeaders, EdgeRequest, EdgeResponse } from './edge-function.ts';

/** Headers no function may add (CloudFront developer guide, "Restrictions on all edge functions"). */
const disallowed =
  /^(connection|expect|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|trailer|upgrade|x-accel-(buffering|charset|limit-rate|redirect)|x-amz-cf-.*|x-amzn-.*|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/;
const readOnly = {
  request: ['content-length', 'host', 'transfer-encoding', 'via'],
  response: ['warning', 'via'],
};
/** Longest body of an answer a function makes itself. */
const bodyBytes = 40 << 10;

const headerProblems = (given: EdgeHeaders, answered: EdgeHeaders, fixed: readonly string[]): string[] =>
  Object.entries(answered).flatMap(([name, entry]) => [
    ...(name === name.toLowerCase() ? [] : [`the header ${name} is not in lower case`]),
    ...(typeof entry?.value === 'string' ? [] : [`the header ${name} has no value`]),
    ...(disallowed.test(name) && !(name in given) ? [`the header ${name} may not be added`] : []),
    ...(fixed.includes(name) && given[name]?.value !== entry.value ? [`the header ${name} may not change`] : []),
  ]);

/** Whether a function answered by itself instead of letting the request pass. */
export const isResponse = (answer: EdgeRequest | EdgeResponse): answer is EdgeResponse => 'statusCode' in answer;

/** What is wrong with an answer; empty when CloudFront would take it. */
export const answerProblems = (given: Readonly<EdgeHeaders>, answer: EdgeRequest | EdgeResponse): readonly string[] => {
  if (!isResponse(answer)) return headerProblems(given, answer.headers, readOnly.request);
  const { statusCode, body, headers } = answer;
  const isStatus = Number.isInteger(statusCode) && statusCode >= 100 && statusCode <= 599;
  const isTooLong = body !== undefined && Buffer.byteLength(body.data) > bodyBytes;
  return [
    ...headerProblems(given, headers, readOnly.response),
    ...(isStatus ? [] : [`${statusCode} is no status`]),
    ...(isTooLong ? ['the body is too long'] : []),
  ];
};
