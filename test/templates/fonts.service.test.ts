import { beforeAll, describe, expect, it } from 'vitest';
import { emptyImageCache } from '../support/empty-image-cache.ts';
import { fontFile, getUpload, staticFont, variableFont } from '../support/fonts.ts';
import { anAccount, aTemplate, type Caller, send } from '../support/service.ts';

const upload = (caller: Caller, file: Uint8Array, family?: string) =>
  send('POST', '/v1/fonts', { caller, body: getUpload(file, family) });
const getList = async (caller: Caller) => (await send('GET', '/v1/fonts', { caller })).json.fonts;
const remove = (caller: Caller, fontId: string) => send('DELETE', `/v1/fonts/${fontId}`, { caller });

const engines = ['satori', 'takumi'] as const;
type Engine = (typeof engines)[number];
const cardIn = (fontFamily: string, engine: Engine = 'satori', more = '') => `
export const options = { width: 300, height: 120, format: 'png', engine: '${engine}' };
export default () => <div style={{ width: '100%', height: '100%', background: '#fff', fontSize: 32, fontFamily: '${fontFamily}'${more} }}>Wavy Ägypten 123</div>;`;
const mint = async (caller: Caller, templateId: string): Promise<string> =>
  (await send('POST', '/v1/url', { caller, body: { templateId } })).json.url;
/** Past every cache but the object cache. */
const getImage = async (url: string): Promise<Buffer> => {
  const answer = await fetch(`${url}&v=${Math.random()}`, { headers: { 'cache-control': 'no-cache' } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const rendered = async (caller: Caller, code: string): Promise<Buffer> =>
  getImage(await mint(caller, await aTemplate(caller, code)));

describe('an uploaded font', () => {
  let ana: Caller;
  beforeAll(async () => {
    ana = await anAccount();
  });

  it('is described on upload and listed, newest first, until it is deleted', async () => {
    const caller = await anAccount();

    const first = await upload(caller, staticFont());
    const second = await upload(caller, variableFont(), 'My Own');

    expect(first.status).toBe(201);
    expect(first.json).toEqual({
      fontId: expect.stringMatching(/^[0-9a-f]{24}$/),
      font: {
        fontId: first.json.fontId,
        family: 'Lato',
        faces: [{ weight: 900, style: 'normal' }],
        isVariable: false,
        scripts: ['Latin'],
        bytes: staticFont().length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        createdAt: expect.any(String),
      },
    });
    const weights = second.json.font.faces.map(({ weight }: { weight: number }) => weight);
    expect([second.json.font.family, second.json.font.isVariable, weights]).toEqual([
      'My Own',
      true,
      [100, 200, 300, 400, 500, 600, 700, 800, 900],
    ]);
    expect(await getList(caller)).toEqual([second.json.font, first.json.font]);
    expect((await remove(caller, first.json.fontId)).json).toEqual({ fontId: first.json.fontId });
    expect(await getList(caller)).toEqual([second.json.font]);
    expect((await remove(caller, first.json.fontId)).status).toBe(404);
  });

  it('is one font however often it is sent', async () => {
    const caller = await anAccount();
    const sent = await Promise.all([1, 2, 3].map(() => upload(caller, staticFont())));
    expect(new Set(sent.map(({ json }) => json.fontId)).size).toBe(1);
    expect(await getList(caller)).toHaveLength(1);
  });

  it.each(engines)('renders the bytes of the catalogue when it is a copy of it: %s', async (engine) => {
    for (const [file, family, style] of [
      [fontFile('@fontsource/lato', 'lato-latin-400-normal.woff'), 'Lato', ''],
      [
        fontFile('@fontsource/playfair-display', 'playfair-display-latin-700-italic.woff'),
        'Playfair Display',
        ", fontWeight: 700, fontStyle: 'italic'",
      ],
    ] as const) {
      await upload(ana, file, `Copy of ${family}`);

      const [own, catalogued] = [
        await rendered(ana, cardIn(`Copy of ${family}`, engine, style)),
        await rendered(ana, cardIn(family, engine, style)),
      ];

      expect(own.equals(catalogued)).toBe(true);
      expect(own.equals(await rendered(ana, cardIn('Inter', engine, style)))).toBe(false);
    }
  });

  it.each(engines)('goes before a family of the catalogue with its name: %s', async (engine) => {
    const caller = await anAccount();
    const before = await rendered(caller, cardIn('Inter', engine));
    await upload(caller, fontFile('@fontsource/lato', 'lato-latin-400-normal.woff'), 'Inter');
    const after = await rendered(caller, cardIn('Inter', engine));
    expect(after.equals(before)).toBe(false);
    expect(after.equals(await rendered(caller, cardIn('Lato', engine)))).toBe(true);
  });

  it.each(engines)('that is variable has every weight of its axis: %s', async (engine) => {
    await upload(ana, variableFont(), 'Vary');
    const weights = [100, 350, 400, 650, 900, 1000];

    const render = (weight: number) => rendered(ana, cardIn('Vary', engine, `, fontWeight: ${weight}`));
    const images = await Promise.all(weights.map(render));

    // beyond its axis it is the end of that
    const different = new Set(images.map((bytes) => bytes.toString('base64')));
    expect(different.size).toBe(weights.length - 1);
    expect(images[4]?.equals(images[5] as Buffer)).toBe(true);
  });

  it.each(engines)('belongs to what was published with it, whatever becomes of it: %s', async (engine) => {
    const caller = await anAccount();
    const { fontId } = (await upload(caller, staticFont(), 'House')).json;
    const templateId = await aTemplate(caller, cardIn('House', engine));
    const url = await mint(caller, templateId);
    const before = await getImage(url);

    // replaced by another of its name
    await upload(caller, fontFile('@fontsource/pacifico', 'pacifico-latin-400-normal.woff2'), 'House');
    await emptyImageCache();
    const replaced = await mint(caller, templateId);
    expect((await getImage(url)).equals(before)).toBe(true);
    expect((await getImage(replaced)).equals(before)).toBe(false);
    // deleted, all of them
    for (const font of await getList(caller)) await remove(caller, font.fontId);
    await remove(caller, fontId);
    await emptyImageCache();
    expect((await getImage(url)).equals(before)).toBe(true);
    const gone = await mint(caller, templateId);
    expect((await getImage(gone)).equals(await rendered(caller, cardIn('Inter', engine)))).toBe(true);
    expect(new Set([url, replaced, gone].map((one) => new URL(one).searchParams.get('rv'))).size).toBe(3);
  });

  it('is what text is set in where the options say so', async () => {
    await upload(ana, staticFont(), 'Rooted');
    const rooted = cardIn('x')
      .replace(", fontFamily: 'x'", '')
      .replace("engine: 'satori'", "engine: 'satori', fontFamily: 'Rooted, serif'");
    expect((await rendered(ana, rooted)).equals(await rendered(ana, cardIn('Rooted')))).toBe(true);
  });

  it.each([
    ['no base64', { data: '%%%' }, /base64/],
    ['nothing', {}, /base64/],
    ['an image', getUpload(Buffer.from('\x89PNG\r\n\x1a\n0000')), /no TTF, OTF, WOFF or WOFF2/],
    ['more than it may have', { data: 'A'.repeat(5_333_340) }, /4,000,000 bytes/],
    [
      'half of a font',
      getUpload(fontFile('@fontsource/lato', 'lato-latin-900-normal.woff').subarray(0, 9_000)),
      /beyond its end/,
    ],
    ['half of a WOFF2', getUpload(staticFont().subarray(0, 9_000)), /cannot be unpacked/],
    ['a family with a comma', { ...getUpload(staticFont()), family: 'A, B' }, /family/],
    ['a family without a name', { ...getUpload(staticFont()), family: ' ' }, /family/],
  ])('is refused for %s', async (_what, body, message) => {
    const { status, json } = await send('POST', '/v1/fonts', { caller: ana, body });
    expect([status, json.code]).toEqual([400, 'INVALID_FONT']);
    expect(json.message).toMatch(message);
  });
});
