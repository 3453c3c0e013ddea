import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { anImageQuery, signedUrl } from '../support/image-urls.ts';
import { anAccount, aTemplate, type Caller, openCard, readUsage, send } from '../support/service.ts';

const mint = async (caller: Caller, body: object): Promise<string> =>
  (await send('POST', '/v1/url', { caller, body })).json.url;

const aImage = async (body: object = {}): Promise<string> => {
  const caller = await anAccount();
  return mint(caller, { templateId: await aTemplate(caller), ...body });
};

// biome-ignore lint/suspicious/noExplicitAny: an answer; the test says what it expects
const getJson = async (response: Response): Promise<any> => response.json();

const getBytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('GET /v1/image', () => {
  it('renders once and serves the same bytes from then on', async () => {
    const url = await aImage();

    const first = await fetch(url);
    const second = await fetch(`${url}&utm_source=feed`);

    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('image/png');
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(first.headers.get('x-cache')).toBe('render');
    expect(first.headers.get('server-timing')).toMatch(/dur=/);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(second.headers.get('x-cache')).not.toBe('render');
    expect(second.headers.get('server-timing')).toBeNull();
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await getBytes(first)).equals(await getBytes(second))).toBe(true);
  });

  it.each([
    ['png', 'png'],
    ['jpeg', 'jpeg'],
    ['webp', 'webp'],
  ])('answers %s in the size that was minted', async (format, decoded) => {
    const response = await fetch(await aImage({ format, width: 201, height: 99, devicePixelRatio: 1.5 }));

    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    const image = await sharp(await getBytes(response)).metadata();
    expect(image).toMatchObject({ format: decoded, width: 302, height: 149 });
  });

  it('answers 304 when the client has the image', async () => {
    const url = await aImage();
    const etag = (await fetch(url)).headers.get('etag') ?? '';

    const answers = await Promise.all(
      [etag, `"x", W/${etag}`, '*', '"x"'].map((tag) => fetch(url, { headers: { 'if-none-match': tag } })),
    );

    expect(answers.map(({ status }) => status)).toEqual([304, 304, 304, 200]);
    expect(answers[0]?.headers.get('etag')).toBe(etag);
    expect(answers[0]?.headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it('answers HEAD with the headers and no bytes', async () => {
    const url = await aImage();
    const got = await fetch(url);

    const head = await fetch(url, { method: 'HEAD' });

    expect(head.status).toBe(200);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    expect((await getBytes(head)).length).toBe(0);
  });

  it('costs no units, however often it is fetched', async () => {
    const caller = await anAccount();
    const url = await mint(caller, { templateId: await aTemplate(caller) });
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await fetch(url)).status));

    expect(statuses).toEqual(Array(10).fill(200));
    expect(await readUsage(caller)).toEqual({ mints: 1, generations: 0 });
  });

  it('renders one image for a tv and another, and each account’s own', async () => {
    const [one, other] = [await anAccount(), await anAccount()];
    const listed = await send('GET', '/v1/templates?scope=starter', { caller: one });
    const image = { templateId: listed.json.templates[0]._id, width: 333, height: 171 };
    const getSource = async (url: string) => (await fetch(url)).headers.get('x-cache');

    expect(await getSource(await mint(one, image))).toBe('render');
    expect(await getSource(await mint(one, { ...image, tv: 'x' }))).not.toBe('render');
    expect(await getSource(await mint(other, image))).toBe('render');
  });

  it.each([
    ['no query', (url: string) => url.split('?')[0] ?? ''],
    ['a parameter doubled', (url: string) => `${url}&width=320`],
    ['a parameter missing', (url: string) => url.replace(/&height=\d+/, '')],
    ['a parameter renamed', (url: string) => url.replace('height=', 'Height=')],
    ['a variable added', (url: string) => `${url}&v_title=other`],
    ['bad percent-encoding', (url: string) => `${url}&v_x=%E0%A4`],
    ['a number in another notation', (url: string) => url.replace('width=320', 'width=3.2e2')],
  ])('refuses a URL with %s', async (_what, change) => {
    const response = await fetch(change(await aImage()));

    expect([response.status, (await getJson(response)).code]).toEqual([403, 'INVALID_SIGNATURE']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('takes the same URL in another order and spelling', async () => {
    const [address = '', query = ''] = (await aImage({ variables: { title: "it's 1 + 1" } })).split('?');
    const turned = query
      .split('&')
      .toReversed()
      .join('&')
      .replaceAll('%20', '+')
      .replace('%27', "'")
      .replace('format', 'f%6Frmat');

    expect((await fetch(`${address}?${turned}`)).status).toBe(200);
  });

  it('calls an expired URL expired, to the millisecond', async () => {
    const response = await fetch(await signedUrl(anImageQuery({ exp: Date.now() })));

    expect([response.status, (await getJson(response)).code]).toEqual([403, 'URL_EXPIRED']);
  });

  it('renders what it can of an image whose image cannot be had, and says so', async () => {
    const caller = await anAccount();
    const code = openCard.replace(
      '{title}',
      '{title}<img src="http://127.0.0.1:1/secret.png" width={50} height={50} />',
    );
    const url = await mint(caller, { templateId: await aTemplate(caller, code) });

    const [first, second] = [await fetch(url), await fetch(url)];

    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d\d$/);
    const warning = 'missing: http://127.0.0.1:1/secret.png (port not allowed)';
    expect(first.headers.get('x-image-warning')).toBe(warning);
    expect(second.headers.get('x-image-warning')).toBe(warning);
  });

  it('says why an image is missing behind an address of any length and any letters', async () => {
    const caller = await anAccount();
    const address = `http://127.0.0.1:1/%20日本${'x'.repeat(2_000)}.png`;
    const code = openCard.replace('{title}', `{title}<img src="${address}" width={50} height={50} />`);

    const response = await fetch(await mint(caller, { templateId: await aTemplate(caller, code) }));

    expect(response.headers.get('x-image-warning')).toMatch(
      /^missing: http:\/\/127\.0\.0\.1:1\/%20%E6%97%A5%E6%9C%ACx+\.\.\. \(port not allowed\)$/,
    );
  });
});
