import { expect, it } from 'vitest';
import { getImageName } from '../../../studio/page/settings/image-name.ts';

it.each([
  ['https://img.test/v1/image?templateId=t&v_title=Hi%20you&v_by=Ana&sig=1.a', 'Quote: Hi you · Ana'],
  ['https://img.test/v1/image?templateId=t&sig=1.a', 'Quote'],
  ['https://img.test/v1/s/a-b/blog/first.jpg', 'Quote: /v1/s/a-b/blog/first.jpg'],
  [undefined, 'Quote'],
])('%s is named %s', (url, name) => {
  expect(getImageName('Quote', url)).toBe(name);
});

it('is cut', () => {
  expect(getImageName('Quote', `https://img.test/?v_a=${'x'.repeat(500)}`)).toHaveLength(120);
});
