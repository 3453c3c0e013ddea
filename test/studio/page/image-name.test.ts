import { getImageName } from 'image-url-studio/page/settings/image-name.ts';
import { expect, it } from 'vitest';

const onDemand = (variables: object): string =>
  `https://img.test/v1/i/k/s/t/v1/${Buffer.from(JSON.stringify(variables)).toString('base64url')}.webp`;

it.each([
  ['https://img.test/v1/image?templateId=t&v_title=Hi%20you&v_by=Ana&sig=1.a', 'Quote: Hi you · Ana'],
  ['https://img.test/v1/image?templateId=t&sig=1.a', 'Quote'],
  ['https://img.test/v1/s/a-b/blog/first.jpg', 'Quote: /blog/first'],
  ['https://img.test/v1/s/a-b/~2/index.jpg', 'Quote: /'],
  [onDemand({ title: 'Größe', n: 3, by: '' }), 'Quote: Größe'],
  ['https://img.test/v1/i/k/s/t/-/-.webp', 'Quote'],
  ['https://img.test/v1/i/k/s/t/-/abc.webp', 'Quote'],
  [undefined, 'Quote'],
])('%s is named %s', (url, name) => {
  expect(getImageName('Quote', url)).toBe(name);
});

it('is cut', () => {
  expect(getImageName('Quote', `https://img.test/?v_a=${'x'.repeat(500)}&sig=1.a`)).toHaveLength(120);
});
