import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Page, startPages } from '../../support/page-server.ts';
import { imageUrl } from './command-line.ts';

const routes = new Map<string, Page>();
let site: Awaited<ReturnType<typeof startPages>>;
let origin: string;
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } });
const body = (type: string, bytes: Uint8Array | string) =>
  ((_, response) => void response.writeHead(200, { 'content-type': type }).end(bytes)) satisfies Page;
const page = (head: string) => routes.set('/', `<!doctype html><head>${head}`);
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const fine = () =>
  [
    '<noscript><svg><title>No</title></svg></noscript><title>Title</title>',
    meta('og:title', 'A &amp; B'),
    meta('og:description', 'About it'),
    meta('og:image', `${origin}/card.png`),
    meta('og:image:alt', 'A card'),
    meta('twitter:card', 'summary_large_image'),
  ].join('');

beforeAll(async () => {
  site = await startPages(routes);
  ({ origin } = site);
  routes.set('/card.png', body('image/png', await blank(1200, 630).png().toBuffer()));
  routes.set('/square.webp', body('image/webp', await blank(400, 400).webp().toBuffer()));
  routes.set('/text.png', body('image/png', 'no image'));
});
afterAll(() => site.stop());

const preview = async (url = `${origin}/`) => {
  const { code, stdout } = await imageUrl(tmpdir(), ['preview', url, '--json'], {});
  return { code, ...JSON.parse(stdout) };
};
const codes = async () => (await preview()).diagnostics.map((one: { code: string }) => one.code);

describe('preview', () => {
  it('shows what every platform shows of a good page, and finds nothing wrong', async () => {
    page(fine());

    const { code, diagnostics, platforms, images } = await preview();

    expect([code, diagnostics]).toEqual([0, []]);
    expect(platforms).toHaveLength(7);
    for (const one of platforms)
      expect(one).toMatchObject({ layout: 'large', title: 'A & B', description: 'About it' });
    expect(images).toEqual([
      expect.objectContaining({ url: `${origin}/card.png`, type: 'png', width: 1200, height: 630 }),
    ]);
    const { stdout } = await imageUrl(tmpdir(), ['preview', origin], {});
    expect(stdout).toMatch(/X +large image 1200 x 630, PNG, [\d.]+ KB +A & B\n/);
  });

  it('says of a page without tags what is missing', async () => {
    page('<title>Only this</title>');

    const { code, platforms, diagnostics } = await preview();

    expect([code, platforms[0].title, platforms[0].layout]).toEqual([1, 'Only this', 'text']);
    expect(diagnostics.map(({ message }: { message: string }) => message.split(' ')[0])).toEqual([
      'og:image',
      'og:title',
      'og:description',
      'twitter:card',
    ]);
  });

  it('says where the head ended before its tags', async () => {
    page(`<title>T</title><div>${fine()}`);

    const { diagnostics } = await preview();

    expect(diagnostics[0].message).toMatch(/^og:image is missing: .*head ends at <div>/);
  });

  const withImage = (url: string) => fine().replace(`${origin}/card.png`, url);
  const square = () => withImage(`${origin}/square.webp`);
  const sized = (width: number, height: number) =>
    fine() + meta('og:image:width', `${width}`) + meta('og:image:height', `${height}`);
  it.each([
    ['a relative address', () => withImage('/card.png'), ['relative-url']],
    ['several images', () => fine() + meta('og:image', `${origin}/other.png`), ['several-images']],
    ['an image that is not there', () => fine().replace('card.png', 'gone.png'), ['unreadable-image']],
    ['what is no image', () => fine().replace('card.png', 'text.png'), ['unreadable-image']],
    ['a small square of another type', square, ['wrong-image-type', 'image-too-small', 'image-cut']],
    ['another size than it says', () => sized(600, 315), ['wrong-size']],
    ['a name of no card', () => fine().replace('summary_large_image', 'large'), ['wrong-card']],
    ['data in an address', () => withImage('data:image/png;base64,AA'), ['unreadable-image']],
    ['a private address', () => fine().replace(origin, 'https://10.0.0.1'), ['unreadable-image']],
  ])('finds %s', async (_what, head, expected) => {
    page(head());
    expect(await codes()).toEqual(expected);
    expect((await preview()).code).toBe(1);
  });

  it('shows no image where its type is not shown', async () => {
    page(fine().replace('card.png', 'square.webp'));
    const { platforms } = await preview();
    const named = platforms.filter(({ layout }: { layout: string }) => layout === 'large');
    expect(named.map(({ name }: { name: string }) => name)).toEqual(['X', 'Facebook', 'Discord']);
  });

  it('shows twitter:image on X alone where there is an og:image', async () => {
    page(fine() + meta('twitter:image', `${origin}/square.webp`));
    const { platforms } = await preview();
    expect(platforms.filter(({ image }: { image: string }) => image.endsWith('.webp'))).toEqual([
      expect.objectContaining({ name: 'X' }),
    ]);
  });

  it.each([
    ['file:///page.html', 2, 'INVALID_URL'],
    ['http://user:secret@127.0.0.1/', 2, 'INVALID_URL'],
    ['nothing', 2, 'INVALID_URL'],
    ['http://10.0.0.1/', 3, 'PAGE_NOT_READ'],
    ['http://169.254.0.1/', 3, 'PAGE_NOT_READ'],
  ])('does not read %s', async (url, exitCode, code) => {
    expect(await preview(url)).toMatchObject({ code: exitCode, error: { code } });
  });

  it('follows no redirect to another port of this machine, and no endless one', async () => {
    for (const [location, reason] of [
      ['http://127.0.0.1:1/', 'port not allowed'],
      ['http://10.0.0.1/', 'no public address'],
      ['/', 'too many redirects'],
      ['file:///page.html', 'not a web address'],
    ] as const) {
      routes.set('/', (_, response) => void response.writeHead(302, { location }).end());
      expect((await preview()).error.message).toContain(reason);
    }
  });

  it('reads the beginning of a long page, and writes no control of it to the terminal', async () => {
    routes.set('/', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(fine().replace('A &amp; B', 'A\u001b[1mb'));
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });

    const { code, stdout } = await imageUrl(tmpdir(), ['preview', origin], {});

    expect(code).toBe(0);
    expect(stdout).not.toContain('\u001b[1m');
  });
});
