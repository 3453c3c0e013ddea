import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { envBlock } from 'image-url-studio/page/settings/env-block.ts';
import { getFailedValues } from 'image-url-studio/page/settings/failed-values.ts';
import { readPath, siteImageUrl, siteTags } from 'image-url-studio/page/settings/site-tags.ts';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../packages/client/src/create-client.ts';

const signingKey = `iusk.1-${'a'.repeat(16)}-${'b'.repeat(16)}.${'c'.repeat(43)}`;

describe('the settings of the studio', () => {
  it.each(['/', '/blog/', '/blog/first', '/post.html', '/caf%C3%A9'])(
    'name the image of the page %s as the service does',
    (path) => {
      const url = siteImageUrl({ imageHost: 'https://img.example', siteId: 'site', path });
      expect(url).toBe(`https://img.example${siteImagePathOf('site', path)}`);
      expect(siteTags({ imageHost: 'https://img.example', siteId: 'site', path })).toContain(`content="${url}"`);
    },
  );

  it('read a path as browsers send it, and nothing else', () => {
    expect(readPath(' /café?a=1#b ')).toBe('/caf%C3%A9');
    expect(readPath('/a"><script>')).toBe('/a%22%3E%3Cscript%3E');
    expect(['blog', 'https://other.example/', '//other.example/', ''].map(readPath)).toEqual(Array(4).fill(undefined));
  });

  it('find the values in a URL that a site signed, and none in others', () => {
    const client = createClient({ imageHost: 'https://img.example', signingKey });
    const variables = { title: 'Zoë “1”', tags: ['a', 'b'] };
    const url = client.sign({ templateId: 't1', variables });

    expect(getFailedValues(url)).toEqual(variables);
    const others = [url.slice(0, -20), `${url.slice(0, -9)}.png`, 'https://img.example/v1/s/site/index.jpg', 'no URL'];
    expect(others.map(getFailedValues)).toEqual(others.map(() => undefined));
  });

  it('find the values in a minted URL that was not cut', () => {
    const url = 'https://img.example/v1/image?templateId=t&v_note=&v_n=~3&v_title=Hi%20you&sig=1.a';
    expect(getFailedValues(url)).toEqual({ note: '', n: 3, title: 'Hi you' });
    expect(getFailedValues(`${url}...`)).toBeUndefined();
  });

  it('write a .env that has the secret once', () => {
    expect(envBlock({ baseUrl: 'https://api.example', imageHost: 'https://img.example', signingKey })).toBe(
      `IMAGE_URL_HOST=https://img.example\nIMAGE_URL_BASE_URL=https://api.example\nIMAGE_URL_SIGNING_KEY=${signingKey}`,
    );
  });
});
