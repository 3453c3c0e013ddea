import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { deny, removeDenyListEntry } from '../../admin/administer-deny-list.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { aPng } from '../support/a-png.ts';
import { aPicture, getAssetUpload } from '../support/assets.ts';
import { emptyImageCache } from '../support/empty-image-cache.ts';
import { adminPorts, anAccount, aTemplate, type Caller, send, store } from '../support/service.ts';

const stores = { store, edge: adminPorts['edgeDenyList:write'] };
const upload = (caller: Caller, body: unknown) => send('POST', '/v1/assets', { caller, body });
const getList = async (caller: Caller) => (await send('GET', '/v1/assets', { caller })).json.assets;
const remove = (caller: Caller, assetId: string) => send('DELETE', `/v1/assets/${assetId}`, { caller });
const get = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

const cardWith = (src: string, engine = 'takumi') => `
export const options = { width: 40, height: 40, format: 'png', engine: '${engine}' };
export default () => <div style={{ display: 'flex', width: '100%', height: '100%', background: '#fff' }}><img src="${src}" width={40} height={40} /></div>;`;
const mint = async (caller: Caller, templateId: string): Promise<string> =>
  (await send('POST', '/v1/url', { caller, body: { templateId } })).json.url;
/** The colour in the middle of an image. */
const colourOf = async (bytes: Buffer): Promise<string> => {
  const pixel = await sharp(bytes).extract({ left: 20, top: 20, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return `#${pixel.toString('hex')}`;
};
/** An address that nobody can fetch, with the path of an asset. */
const elsewhere = (url: string): string => `https://pictures.invalid${new URL(url).pathname}`;

describe('an uploaded picture', () => {
  let ana: Caller;
  beforeAll(async () => {
    ana = await anAccount();
  });

  it('is described on upload and listed, newest first, until it is deleted', async () => {
    const caller = await anAccount();
    const png = await aPng('#123456');

    const first = await upload(caller, getAssetUpload(png, 'image/png', 'logo.png'));
    const second = await upload(caller, await aPicture('#654321'));
    const again = await upload(caller, getAssetUpload(png, 'image/gif', 'other name'));

    expect([first.status, second.status, again.status]).toEqual([201, 201, 200]);
    const { assetId } = first.json;
    expect(first.json).toEqual({
      assetId: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'logo.png',
      url: expect.stringMatching(new RegExp(`/v1/a/${caller.accountId}/${assetId}\\.png$`)),
      width: 20,
      height: 20,
      bytes: png.length,
      contentType: 'image/png',
      createdAt: expect.any(String),
    });
    expect(again.json).toEqual(first.json);
    expect(await getList(caller)).toEqual([second.json, first.json]);
    expect((await remove(caller, assetId)).json).toEqual({ assetId });
    expect(await getList(caller)).toEqual([second.json]);
    expect((await remove(caller, assetId)).status).toBe(404);
    expect((await get(`${first.json.url}?fresh`)).status).toBe(404);
    expect((await upload(caller, getAssetUpload(png))).status).toBe(201);
  });

  it('is one asset however often it is sent at once', async () => {
    const caller = await anAccount();
    const body = await aPicture();
    const sent = await Promise.all([1, 2, 3, 4].map(() => upload(caller, body)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(sent.map(({ json }) => json.url)).size).toBe(1);
    expect(await getList(caller)).toHaveLength(1);
  });

  it('may be sent as bytes', async () => {
    const png = await aPng('#abcdef');
    const headers = { 'content-type': 'image/png', authorization: `Bearer ${ana.apiKey}` };
    const { status, json } = await send('POST', '/v1/assets', { headers, body: png });
    expect([status, json.bytes]).toEqual([201, png.length]);
    expect((await get(json.url)).bytes.equals(png)).toBe(true);
  });

  it('is refused as bytes of another type, with the way to send them', async () => {
    const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${ana.apiKey}` };
    const { status, json } = await send('POST', '/v1/assets', { headers, body: await aPng('#fedcba') });
    expect([status, json.code]).toEqual([400, 'INVALID_BODY']);
    expect(json.message).toContain('Content-Type: image/png');
  });

  it('is delivered to anybody, to be kept for a year, and runs nothing', async () => {
    const { json } = await upload(ana, await aPicture('#102030'));

    const { status, headers, bytes } = await get(json.url);

    expect([status, bytes.length]).toEqual([200, json.bytes]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    for (const path of ['', 'x', `${json.assetId}.html`, `../${json.assetId}.png`, `${json.assetId}.png%0a`]) {
      const other = new URL(json.url);
      other.pathname = `/v1/a/${ana.accountId}/${path}`;
      expect([path, (await get(other.href)).status]).toEqual([path, 404]);
    }
  });

  it.each([
    ['jpeg', 'jpg', (image: Sharp) => image.jpeg()],
    ['webp', 'webp', (image: Sharp) => image.webp()],
    ['avif', 'avif', (image: Sharp) => image.avif()],
    ['gif', 'gif', (image: Sharp) => image.gif()],
  ] as const)('may be a %s', async (kind, ending, encode) => {
    const file = await encode(sharp(await aPng('#808080'))).toBuffer();
    const { status, json } = await upload(ana, getAssetUpload(file));
    expect([status, json.contentType, json.width]).toEqual([201, `image/${kind}`, 20]);
    expect(json.url.endsWith(`.${ending}`)).toBe(true);
    expect((await get(json.url)).headers.get('content-type')).toBe(`image/${kind}`);
  });

  it('of vectors is stored as a template shows it', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20" onload="x()"><script>x()</script>
      <style>.a { fill: #00ff00 }</style><rect class="a" width="30" height="20"/>
      <image href="https://example.com/x.png" width="5" height="5"/><foreignObject><p>x</p></foreignObject></svg>`;

    const { json } = await upload(ana, getAssetUpload(Buffer.from(svg), 'image/svg+xml'));
    const { headers, bytes } = await get(json.url);

    expect([json.width, json.height, json.contentType]).toEqual([30, 20, 'image/svg+xml']);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(bytes.toString()).not.toMatch(/script|onload|example\.com|foreignObject/);
    expect(json.warnings.join()).toMatch(/foreignObject/);
    const shown = (source: string) =>
      send('POST', '/v1/templates/check', { caller: ana, body: { code: cardWith(source), image: true } });
    const [stored, given] = [
      await shown(json.url),
      await shown(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`),
    ];
    expect(stored.json.image.data).toBe(given.json.image.data);
  });

  it.each([
    ['no data address', { dataUrl: 'https://example.com/x.png' }, /data: address in base64/],
    ['text', getAssetUpload(Buffer.from('hello')), /no PNG, JPEG, WebP, AVIF, GIF or SVG/],
    ['half of a picture', getAssetUpload(Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')), /./],
    ['a GIF without its blocks', getAssetUpload(Buffer.from('GIF89a-not')), /^The file is damaged or incomplete\.$/],
    ['an SVG that is not closed', getAssetUpload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>')), /./],
  ])('is refused for %s', async (_what, body, message) => {
    const { status, json } = await upload(ana, body);
    expect([status, json.code]).toEqual([400, 'INVALID_ASSET']);
    expect(json.message).toMatch(message);
    expect(json.message).not.toMatch(/vips|sharp|undefined|load|buffer|header/i);
  });

  it.each(['takumi', 'satori'])(
    'is shown by %s, read from storage, and stays in what was published',
    async (engine) => {
      const caller = await anAccount();
      const { json } = await upload(caller, await aPicture('#2040c0'));
      const templateId = await aTemplate(caller, cardWith(elsewhere(json.url), engine));

      const published = await mint(caller, templateId);
      const before = (await get(published)).bytes;
      await remove(caller, json.assetId);
      await emptyImageCache();
      const after = (await get(`${published}&v=1`)).bytes;

      expect(await colourOf(before)).toBe('#2040c0');
      expect(after.equals(before)).toBe(true);
    },
  );

  it('is read from storage for the account alone that has it', async () => {
    const other = await anAccount();
    const { json } = await upload(ana, await aPicture('#c04020'));
    const shownTo = async (caller: Caller) => {
      const body = { code: cardWith(elsewhere(json.url)), image: true };
      const { json: checked } = await send('POST', '/v1/templates/check', { caller, body });
      return checked.warnings.map(({ code }: { code: string }) => code).includes('missing-image');
    };
    expect([await shownTo(other), await shownTo(ana)]).toEqual([true, false]);
  });

  it('ends when its address is taken back or its account denied', async () => {
    const caller = await anAccount();
    const [first, second] = [await upload(caller, await aPicture('#111111')), await upload(caller, await aPicture())];
    const { json } = await send('POST', '/v1/revocations', { caller, body: { url: first.json.url } });
    const foreign = await send('POST', '/v1/revocations', { caller: ana, body: { url: first.json.url } });

    expect(foreign.json.code).toBe('URL_NOT_FOUND');
    expect((await get(first.json.url)).status).toBe(410);
    expect((await get(second.json.url)).status).toBe(200);
    const { json: listed } = await send('GET', '/v1/revocations', { caller });
    expect(listed.revocations).toMatchObject([{ revocationId: json.revocationId, url: first.json.url }]);
    await send('DELETE', `/v1/revocations/${json.revocationId}`, { caller });
    expect((await get(first.json.url)).status).toBe(200);
    const subject = { kind: 'account', id: caller.accountId } as const;
    await deny(stores, runtime, subject);
    expect((await get(first.json.url)).status).toBe(403);
    await removeDenyListEntry(stores, runtime, subject);
  });
});
