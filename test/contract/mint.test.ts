import { getIssues } from 'image-url-contract/error-code.ts';
import { mintRequest } from 'image-url-contract/schemas/mint.ts';
import { describe, expect, it } from 'vitest';

const parse = (text: string) => mintRequest.safeParse(JSON.parse(`{"templateId":"a","variables":${text}}`));
const getCodes = (text: string): string[] => {
  const { error } = parse(text);
  return error ? getIssues(error).map(({ code }) => code) : [];
};

describe('values of variables', () => {
  it.each([
    ...['1e400', '-1e400', '[1e999]', '{"a":{"b":[1,1e400]}}'],
    ...['"\\ud800"', '["\\udc00\\ud800"]', '{"\\udfff":1}'],
  ])('are refused where JSON reads no number, and with an unpaired surrogate: %s', (text) => {
    expect(getCodes(`{"a":${text}}`)).toEqual(['INVALID_VARIABLES']);
  });

  const lookalikes = ['"C:\\\\udead\\\\file"', '"\\\\\\\\udc00"', '{"\\\\ud800":1}', '"\\ud83d\\udc4d"'];
  it.each(lookalikes)('are taken with text that only looks like one: %s', (text) => {
    expect(parse(`{"a":${text}}`).success).toBe(true);
  });
});
