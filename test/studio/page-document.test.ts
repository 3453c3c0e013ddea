import { pageDocument } from 'image-url-studio/server/page-document.ts';
import { expect, it } from 'vitest';

it('an address of a repository is text in the page, whatever it contains', () => {
  const html = '<meta content="SERVICE" data-base-url="BASE_URL" data-image-host="IMAGE_HOST" nonce="NONCE">';
  const baseUrl = 'https://api.test/"><b>$& IMAGE_HOST NONCE';

  const page = pageDocument(html, { nonce: 'n1', baseUrl, imageHost: "https://img.test/'<i>" });

  expect(page).not.toMatch(/<b>|<i>/);
  expect(page).toContain('data-base-url="https://api.test/&#34;&#62;&#60;b&#62;$&#38; IMAGE_HOST NONCE"');
  expect(page).toContain('nonce="n1"');
});
