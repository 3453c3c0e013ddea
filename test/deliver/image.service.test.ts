import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { imageFormats } from '#engine/image-formats.ts';
import { anAccount, aTemplate, type Caller, openCard, readUsage, send, service } from '../support/service.ts';

const mint = async (caller: Caller, body: object): Promise<string> =>
  (await send('POST', '/v1/url', { caller, body })).json.url;

const aImage = async (body: object = {}): Promise<string> => {
  const caller = await anAccount();
  return mint(caller, { templateId: await aTemplate(caller), ...body });
};

const getBytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('GET /v1/image', () => {
  it('renders once and serves the same bytes from then on', async () => {
    const url = await aImage();

    const [first, second] = [await fetch(url), await fetch(`${url}&utm_source=feed`)];

    expect([first.status, Object.fromEntries(first.headers)]).toMatchObject([
      200,
      {
        ...{ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400', 'x-cache': 'render' },
        ...{ 'server-timing': expect.stringMatching(/dur=/), 'access-control-allow-origin': '*' },
        ...{ 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff' },
      },
    ]);
    expect(second.headers.get('x-cache')).not.toBe('render');
    expect(second.headers.get('server-timing')).toBeNull();
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await getBytes(first)).equals(await getBytes(second))).toBe(true);
  });

  it.each(imageFormats)('answers %s in the size that was minted', async (format) => {
    const response = await fetch(await aImage({ format, width: 201, height: 99, devicePixelRatio: 1.5 }));
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    expect(await sharp(await getBytes(response)).metadata()).toMatchObject({ format, width: 302, height: 149 });
  });

  it('answers 304 when the client has the image', async () => {
    const url = await aImage();
    const etag = (await fetch(url)).headers.get('etag') ?? '';

    const ask = (tag: string) => fetch(url, { headers: { 'if-none-match': tag } });
    const answers = await Promise.all([etag, `"x", W/${etag}`, '*', '"x"'].map(ask));

    expect(answers.map(({ status }) => status)).toEqual([304, 304, 304, 200]);
    expect(answers[0]?.headers.get('etag')).toBe(etag);
    expect(answers[0]?.headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it('answers HEAD with the headers and no bytes', async () => {
    const url = await aImage();
    const [got, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    expect([head.status, (await getBytes(head)).length]).toEqual([200, 0]);
  });

  it('costs no units, however often it is fetched', async () => {
    const caller = await anAccount();
    const url = await mint(caller, { templateId: await aTemplate(caller) });
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await fetch(url)).status));
    expect(statuses).toEqual(Array(10).fill(200));
    expect(await readUsage(caller)).toEqual({ mints: 1, generations: 0 });
  });

  it('is understood with parameters that are separated as in HTML', async () => {
    const caller = await anAccount();
    const url = await mint(caller, { templateId: await aTemplate(caller), variables: { title: 'A & B' } });
    const [image, ...written] = await Promise.all(
      [url, url.replaceAll('&', '&amp;'), url.replaceAll('&', '&amp%3B'), url.replaceAll('&', '&amp;amp;')].map(
        async (one) => Buffer.from(await (await fetch(one)).arrayBuffer()),
      ),
    );
    for (const one of written) expect(one).toEqual(image);
    // still each parameter once
    expect((await fetch(`${url}&amp;width=9`)).status).toBe(403);
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

  it('renders what it can of an image whose image cannot be had, and says so', async () => {
    const caller = await anAccount();
    const image = '<img src="http://192.0.2.1:1/secret.png" width={50} height={50} />';
    const code = openCard.replace('{title}', `{title}${image}`);
    const url = await mint(caller, { templateId: await aTemplate(caller, code) });

    const [first, second] = [await fetch(url), await fetch(url)];

    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d\d$/);
    // the address is the template's, and anybody can read the header
    const warning = 'missing: remote image 1 of the template (port not allowed)';
    expect(first.headers.get('x-image-warning')).toBe(warning);
    expect(second.headers.get('x-image-warning')).toBe(warning);
  });

  it('says why an image is missing behind an address of any length and any letters', async () => {
    const caller = await anAccount();
    const address = `http://192.0.2.1:1/%20日本${'x'.repeat(2_000)}.png`;
    const code = openCard.replace('{title}', `{title.text}<img src={title.image} width={50} height={50} />`);
    const variables = { title: { text: 'x', image: address } };
    const response = await fetch(await mint(caller, { templateId: await aTemplate(caller, code), variables }));
    const warning = /^missing: http:\/\/192\.0\.2\.1:1\/%20%E6%97%A5%E6%9C%ACx+\.\.\. \(port not allowed\)$/;
    expect(response.headers.get('x-image-warning')).toMatch(warning);
  });

  it.skipIf(service.stage !== undefined)(
    'shows an image of this machine in the local run, and warns of none',
    async () => {
      const caller = await anAccount();
      const png = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#f00' } })
        .png()
        .toBuffer();
      const server = createServer((_request, response) => void response.end(png)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const logo = `http://localhost:${(server.address() as AddressInfo).port}/logo.png`;
      const code = openCard.replace('{title}', `{title.text}<img src={title.logo} width={50} height={50} />`);

      const variables = { title: { text: 'x', logo } };
      const minted = await send('POST', '/v1/url', {
        caller,
        body: { templateId: await aTemplate(caller, code), variables },
      });
      const response = await fetch(minted.json.url);
      const { channels } = await sharp(await getBytes(response)).stats();

      const check = (given: object) => send('POST', '/v1/templates/check', { caller, body: { ...given, image: true } });
      const messages = async (given: object) =>
        (await check(given)).json.warnings
          .map(({ message }: { message: string }) => message)
          .filter((message: string) => message.includes('localhost'));
      expect(await messages({ code, variables })).toEqual([]);
      // code goes to a deployed service
      const named = await messages({ code: code.replace('{title.logo}', JSON.stringify(logo)) });
      expect(named).toEqual([expect.stringContaining('a deployed service does not reach')]);
      server.close();
      expect(minted.json.warnings).toBeUndefined();
      expect([response.status, response.headers.get('x-image-warning')]).toEqual([200, null]);
      const [red, green] = channels;
      expect([red?.max, green?.min]).toEqual([255, 0]);
    },
  );
});
