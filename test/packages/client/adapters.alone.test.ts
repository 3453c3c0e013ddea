import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../../local/listen.ts';
import * as astro from '../../../packages/client/src/astro.ts';
import * as html from '../../../packages/client/src/html.ts';
import { type Client, createClient } from '../../../packages/client/src/index.ts';
import { cardImage, cardMetadata } from '../../../packages/client/src/next.ts';
import { head } from '../../../packages/client/src/nuxt.ts';
import * as sveltekit from '../../../packages/client/src/sveltekit.ts';
import file from '../../deliver/vectors/on-demand-urls.json' with { type: 'json' };
import { emulator, failed } from './emulator.ts';

let images: Client;
let failing: Client;
beforeEach(async () => {
  images = createClient((await emulator()).options);
  failing = createClient((await emulator(() => failed('TEMPLATE_NOT_FOUND', { at: 0 }))).options);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
const card = { templateId: 'a', variables: { n: 1 }, alt: 'Cats & "dogs" <b>' };
const url = 'http://images.test/v1/image?templateId=a&v=%7B%22n%22%3A1%7D';

/** Whether the adapters that answer tags as data all answer these. */
const expectTags = async (client: Client, asked: Parameters<typeof astro.metaTags>[1], tags: readonly object[]) => {
  const { meta } = await head(client, asked);
  const all = { astro: await astro.metaTags(client, asked), sveltekit: await sveltekit.metaTags(client, asked), meta };
  expect(all).toEqual({ astro: tags, sveltekit: tags, meta: tags });
};

describe('what each framework expects', () => {
  it('html: meta tags as text, escaped', async () => {
    expect(await html.metaTags(images, card)).toBe(
      [
        '<meta property="og:image" content="http://images.test/v1/image?templateId=a&amp;v=%7B%22n%22%3A1%7D">',
        '<meta property="og:image:width" content="1200">',
        '<meta property="og:image:height" content="630">',
        '<meta property="og:image:alt" content="Cats &amp; &quot;dogs&quot; &lt;b&gt;">',
        '<meta name="twitter:card" content="summary_large_image">',
      ].join('\n'),
    );
  });

  const tags = [
    { property: 'og:image', content: url },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: card.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];

  it('Astro and SvelteKit: attributes of meta tags, which they escape; Nuxt: what useHead takes', async () => {
    await expectTags(images, card, tags);
  });

  it('Next: metadata, with a small card for an image that is not wider than high', async () => {
    expect(await cardMetadata(images, card)).toEqual({
      openGraph: { images: [{ url, width: 1200, height: 630, alt: card.alt }] },
      twitter: { card: 'summary_large_image' },
    });
    expect((await cardMetadata(images, { ...card, width: 630, height: 630 })).twitter.card).toBe('summary');
  });
});

describe('with a signing key', () => {
  const [{ signingKey = '' } = {}] = file.vectors;
  const templates = { square: { templateId: 's', version: 2, width: 600, height: 600, devicePixelRatio: 2 } };
  const signing = async () => {
    const { options, requests } = await emulator();
    return { requests, client: createClient({ ...options, imageHost: 'https://img.test', signingKey, templates }) };
  };
  const signed = { ...card, width: 600, height: 315, devicePixelRatio: 1.5, lastDay: '2099-01-31' };
  const tagsOf = (content: string, size: readonly string[], alt: string, twitter: string) => [
    { property: 'og:image', content },
    ...size.map((side, n) => ({ property: n === 0 ? 'og:image:width' : 'og:image:height', content: side })),
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: twitter },
  ];

  it('every adapter writes a group for each of the sizes, and the image for Twitter from the first', async () => {
    const { options, requests } = await emulator();
    const sizes = { og: [1200, 630], square: [600, 600] } as const;
    const templates = { a: { templateId: 'a', sizes } };
    const client = createClient({ ...options, imageHost: 'https://img.test', signingKey, templates });
    const set = { template: 'a', alt: card.alt, sizes: ['og', 'square'] };
    const [og, square] = ['og', 'square'].map((size) => client.sign({ template: 'a', size }));
    const expected = [
      ...tagsOf(og ?? '', ['1200', '630'], card.alt, '').slice(0, -1),
      ...tagsOf(square ?? '', ['600', '600'], card.alt, '').slice(0, -1),
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:image', content: og },
    ];
    expect(og).toContain('/sog/');
    await expectTags(client, set, expected);
    expect((await html.metaTags(client, set)).split('\n')).toHaveLength(expected.length);
    expect(await cardMetadata(client, set)).toMatchObject({
      openGraph: { images: [{ url: og }, { url: square, width: 600, height: 600 }] },
      twitter: { images: [og] },
    });
    expect(requests).toEqual([]);
    // without a signing key they are minted in one request
    await astro.metaTags(createClient(options), { templateId: 'a', alt: set.alt, sizes: set.sizes });
    expect(requests.map(({ items }) => items.map(({ size }) => size))).toEqual([['og', 'square']]);
  });

  it.each([
    [{ size: 'OG' }, /the name of one of the template's sizes/],
    [{ size: 'og', width: 3 }, /send either/],
  ])('refuses to sign %o', (wrong, message) => {
    const client = createClient({ imageHost: 'https://img.test', signingKey });
    expect(() => client.sign({ templateId: 'a', ...wrong })).toThrow(message);
  });

  it('every adapter signs, sends no request, and writes the size that the options give', async () => {
    const { client, requests } = await signing();
    const { alt: _alt, ...request } = signed;
    const expected = tagsOf(client.sign(request), ['900', '473'], card.alt, 'summary_large_image');

    await expectTags(client, signed, expected);
    const url = client.sign(request);
    expect(await html.metaTags(client, signed)).toContain(`<meta property="og:image" content="${url}">`);
    expect(await cardMetadata(client, signed)).toMatchObject({
      openGraph: { images: [{ url, width: 900, height: 473, alt: card.alt }] },
    });
    expect(requests).toEqual([]);
  });

  it('takes the format of a named template, whose type every reader gets', async () => {
    const { options } = await emulator();
    const templates = { plain: { templateId: 's', width: 600, height: 600, format: 'png' } } as const;
    const client = createClient({ ...options, imageHost: 'https://img.test', signingKey, templates });
    const [image, , , type] = await astro.metaTags(client, { template: 'plain', alt: 'A square' });
    expect([image?.content, type]).toEqual([
      client.sign({ templateId: 's', format: 'png' }),
      { property: 'og:image:type', content: 'image/png' },
    ]);
  });

  it('warns once of samples of a starter that are left, by name', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const client = createClient({ imageHost: 'https://img.test', signingKey });
    const variables = { title: 'Hello', publication: '', section: '', date: '', readingTime: '' };
    client.sign({ templateId: 'starter-article', variables: { ...variables, author: '' } });
    client.sign({ templateId: 'mine' });
    expect(warn).not.toHaveBeenCalled();

    client.sign({ templateId: 'starter-article', variables });
    client.sign({ templateId: 'starter-article' });
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/starter-article shows the samples of author: send/)]]);
  });

  it('takes the size of a named template, which is no part of the URL, and omits an unknown size', async () => {
    const { client, requests } = await signing();
    const square = await astro.metaTags(client, { template: 'square', alt: 'A square' });
    const unknown = await astro.metaTags(client, { templateId: 'a', width: 600, alt: 'Any' });

    const url = client.sign({ templateId: 's', version: 2 });
    expect(square).toEqual(tagsOf(url, ['1200', '1200'], 'A square', 'summary'));
    const wide = client.sign({ templateId: 'a', width: 600 });
    expect(unknown).toEqual(tagsOf(wide, [], 'Any', 'summary_large_image'));
    expect(requests).toEqual([]);
  });

  it('a card that cannot be signed fails the build, naming its page, or is left out', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    const { client } = await signing();
    const wrong = { ...card, width: 0.5, page: '/first' };

    await expect(html.metaTags(client, wrong)).rejects.toMatchObject({
      code: 'INVALID_BODY',
      message: expect.stringMatching(/^width: .*\(page \/first, template a, variables/),
    });
    expect(await html.metaTags(client, { ...wrong, onError: 'omit' })).toBe('');
    expect(reported).toHaveBeenCalledOnce();
  });
});

describe('a card that cannot be minted', () => {
  it.each(['production', 'test', undefined])('fails the build: NODE_ENV is %s', async (environment) => {
    vi.stubEnv('NODE_ENV', environment);
    for (const adapt of [html.metaTags, astro.metaTags, sveltekit.metaTags, head, cardMetadata])
      await expect(adapt(failing, card)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });

  it('is left out, or replaced by an image at a fixed URL, where the page or the client wants that', async () => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    const fallback = 'https://site.example/card.png';
    const omitting = createClient({ ...(await emulator(() => failed('KEY_INACTIVE'))).options, onError: 'omit' });

    expect(await html.metaTags(omitting, card)).toBe('');
    expect(await astro.metaTags(omitting, card)).toEqual([]);
    expect(await head(omitting, card)).toEqual({ meta: [] });
    expect(await cardMetadata(omitting, card)).toEqual({ openGraph: { images: [] }, twitter: { card: 'summary' } });
    expect(await sveltekit.metaTags(omitting, { ...card, onError: fallback })).toEqual([
      { property: 'og:image', content: fallback },
      { property: 'og:image:alt', content: card.alt },
      { name: 'twitter:card', content: 'summary_large_image' },
    ]);
    expect((await cardMetadata(omitting, { ...card, onError: fallback })).openGraph.images).toEqual([
      { url: fallback, alt: card.alt },
    ]);
    await expect(html.metaTags(omitting, { ...card, onError: 'throw' })).rejects.toMatchObject({
      code: 'KEY_INACTIVE',
    });
    expect(reported).toHaveBeenCalledTimes(6);
  });

  it('names its template, its variables and its page', async () => {
    const request = { ...card, variables: { title: 'x'.repeat(300) }, page: '/blog/first' };
    const named = /^No such template.*\. \(page \/blog\/first, template a, variables \{"title":"x{190}\.\.\.\)$/;
    await expect(html.metaTags(failing, request)).rejects.toThrow(named);
    expect((await emulator()).requests).toEqual([]);
  });

  it('is an image in development that says what is wrong', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    const reported = vi.spyOn(console, 'error').mockReturnValue();

    const { openGraph } = await cardMetadata(failing, card);

    const note = 'No such template, or it is not yours to use. (template a, variables {"n":1})';
    const [image] = openGraph.images;
    expect(image).toMatchObject({ width: 1200, height: 630, type: 'image/svg+xml' });
    expect(image?.alt).toBe(note);
    const svg = decodeURIComponent(image?.url.replace('data:image/svg+xml,', '') ?? '');
    expect([...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text.replaceAll('&quot;', '"'))).toEqual([
      'No image',
      'No such template, or it is not yours to use.',
      '(template a, variables {"n":1})',
    ]);
    expect(reported).toHaveBeenCalledExactlyOnceWith(`image-url-client: ${note}`);
  });

  it('says any message in lines that fit, and nothing that XML cannot say', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    vi.spyOn(console, 'error').mockReturnValue();
    const message = `<script>&\u0000 \ud800 ${'long '.repeat(40)}${'x'.repeat(200)}`;
    const broken = {
      mint: () => Promise.reject(new Error(message)),
      sign: () => expect.fail('not asked'),
    } as Partial<Client> as Client;

    const { openGraph } = await cardMetadata(broken, card);

    const svg = decodeURIComponent(openGraph.images[0]?.url.replace('data:image/svg+xml,', '') ?? '');
    const lines = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text.replace(/&\w+;/g, '-'));
    expect(lines).toHaveLength(9);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(46);
    expect(svg).toContain('&lt;script&gt;&amp;');
    expect(svg).not.toMatch(/\p{Cc}/u);
  });
});

describe('cardImage, for opengraph-image of Next', () => {
  /** An image host that answers every request in this way. */
  const imageHost = async (answer: RequestListener) => {
    const { url: at, close } = await listen(createServer(answer));
    onTestFinished(() => close().catch(() => undefined));
    const [{ signingKey = '' } = {}] = file.vectors;
    return { close, client: createClient({ imageHost: at, signingKey }) };
  };
  const wanted = { templateId: 'a', variables: {} };

  it('returns the bytes of a JPEG, without the headers of the image host', async () => {
    const asked: (string | undefined)[] = [];
    const { client } = await imageHost((request, response) => {
      asked.push(request.url);
      response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'immutable' }).end('bytes');
    });
    const response = await cardImage(client, wanted);
    expect(asked).toEqual([expect.stringMatching(/\.jpeg$/)]);
    expect([...response.headers]).toEqual([['content-type', 'image/jpeg']]);
    expect(await response.text()).toBe('bytes');
  });

  it.each<[string, RequestListener, object]>([
    [
      'an error',
      (_, response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"X"}'),
      { code: 'NO_IMAGE', status: 404, message: expect.stringContaining('{"code":"X"}') },
    ],
    [
      'an error with an image',
      (_, response) => response.writeHead(500, { 'content-type': 'image/png' }).end('bytes'),
      { code: 'NO_IMAGE', status: 500 },
    ],
    [
      'a page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      { code: 'NO_IMAGE', status: 200 },
    ],
    [
      'an image that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 99 }).write('bytes');
        response.destroy();
      },
      { code: 'UNREACHABLE' },
    ],
  ])('throws for %s', async (_what, answer, error) => {
    const { client } = await imageHost(answer);
    await expect(cardImage(client, wanted)).rejects.toMatchObject(error);
  });

  it('throws for a host that does not answer', async () => {
    const { client, close } = await imageHost(() => undefined);
    await close();
    await expect(cardImage(client, wanted)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});
