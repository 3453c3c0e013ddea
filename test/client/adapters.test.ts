import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as astro from '../../packages/client/src/astro.ts';
import * as html from '../../packages/client/src/html.ts';
import { type Client, createClient } from '../../packages/client/src/index.ts';
import { cardMetadata } from '../../packages/client/src/next.ts';
import { head } from '../../packages/client/src/nuxt.ts';
import * as sveltekit from '../../packages/client/src/sveltekit.ts';
import { failed, standIn, stopStandIns } from './stand-in.ts';

let images: Client;
let failing: Client;
beforeEach(async () => {
  images = createClient((await standIn()).options);
  failing = createClient((await standIn(() => failed('TEMPLATE_NOT_FOUND', { at: 0 }))).options);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(stopStandIns);

const card = { templateId: 'a', variables: { n: 1 }, alt: 'Cats & "dogs" <b>' };
const url = 'http://images.test/v1/image?templateId=a&v=%7B%22n%22%3A1%7D';

describe('what each framework expects', () => {
  it('html: meta tags as text, escaped', async () => {
    expect(await html.metaTags(images, card)).toBe(
      [
        '<meta property="og:image" content="http://images.test/v1/image?templateId=a&amp;v=%7B%22n%22%3A1%7D">',
        '<meta property="og:image:width" content="1200">',
        '<meta property="og:image:height" content="630">',
        '<meta property="og:image:type" content="image/webp">',
        '<meta property="og:image:alt" content="Cats &amp; &quot;dogs&quot; &lt;b&gt;">',
        '<meta name="twitter:card" content="summary_large_image">',
      ].join('\n'),
    );
  });

  const tags = [
    { property: 'og:image', content: url },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:type', content: 'image/webp' },
    { property: 'og:image:alt', content: card.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];

  it('Astro and SvelteKit: attributes of meta tags, which they escape', async () => {
    expect(await astro.metaTags(images, card)).toEqual(tags);
    expect(await sveltekit.metaTags(images, card)).toEqual(tags);
  });

  it('Nuxt: what useHead takes', async () => {
    expect(await head(images, card)).toEqual({ meta: tags });
  });

  it('Next: metadata', async () => {
    expect(await cardMetadata(images, card)).toEqual({
      openGraph: { images: [{ url, width: 1200, height: 630, type: 'image/webp', alt: card.alt }] },
      twitter: { card: 'summary_large_image' },
    });
  });

  it('a picture that is not wider than high has a small card', async () => {
    const { twitter } = await cardMetadata(images, { ...card, width: 630, height: 630 });

    expect(twitter.card).toBe('summary');
  });
});

describe('a card that cannot be minted', () => {
  it.each(['production', 'test', undefined])('fails the build: NODE_ENV is %s', async (environment) => {
    vi.stubEnv('NODE_ENV', environment);

    for (const adapt of [html.metaTags, astro.metaTags, sveltekit.metaTags, head, cardMetadata])
      await expect(adapt(failing, card)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });

  it('is a picture in development that says what is wrong', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    const told = vi.spyOn(console, 'error').mockReturnValue();

    const { openGraph } = await cardMetadata(failing, card);

    const [image] = openGraph.images;
    expect(image).toMatchObject({ width: 1200, height: 630, type: 'image/svg+xml' });
    expect(image?.alt).toBe('No such template, or it is not yours to use.');
    const svg = decodeURIComponent(image?.url.replace('data:image/svg+xml,', '') ?? '');
    expect([...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
      'No picture',
      'No such template, or it is not yours to use.',
    ]);
    expect(told).toHaveBeenCalledExactlyOnceWith('image-url-client: No such template, or it is not yours to use.');
  });

  it('says any message in lines that fit, and nothing that XML cannot say', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    vi.spyOn(console, 'error').mockReturnValue();
    const message = `<script>&\u0000 \ud800 ${'long '.repeat(40)}${'x'.repeat(200)}`;
    const broken = { mint: () => Promise.reject(new Error(message)) };

    const { openGraph } = await cardMetadata(broken, card);

    const svg = decodeURIComponent(openGraph.images[0]?.url.replace('data:image/svg+xml,', '') ?? '');
    const lines = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text.replace(/&\w+;/g, '-'));
    expect(lines).toHaveLength(9);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(46);
    expect(svg).toContain('&lt;script&gt;&amp;');
    expect(svg).not.toMatch(/\p{Cc}/u);
  });
});
