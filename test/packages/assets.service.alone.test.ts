import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createClient } from '../../packages/client/src/index.ts';
import { anAccount, send, service } from '../support/service.ts';
import { imageUrl, newProject } from './cli/command-line.ts';

/** A picture that does not compress, larger than code has room for. */
const aPhotograph = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#c03',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

const fetchBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

it('the client uploads bytes and files, lists them, and takes one back', async () => {
  const { apiKey } = await anAccount();
  const { assets } = createClient({ baseUrl: service.baseUrl, apiKey });
  const [photo, logo] = [
    await aPhotograph(400),
    await sharp(await aPhotograph(40))
      .webp()
      .toBuffer(),
  ];

  const one = await assets.create(photo, 'team.jpg');
  const other = await assets.create(new File([logo], 'logo.webp', { type: 'image/webp' }));
  const again = await assets.create(photo);

  expect(one).toMatchObject({ name: 'team.jpg', width: 400, height: 400, bytes: photo.length });
  expect(again.url).toBe(one.url);
  expect(other.name).toBe('logo.webp');
  expect(await fetchBytes(other.url)).toEqual(logo);
  expect((await assets.list()).map(({ url }) => url)).toEqual([other.url, one.url]);

  await assets.delete(one.assetId);
  expect((await assets.list()).map(({ name }) => name)).toEqual(['logo.webp']);
  expect((await fetch(one.url)).status).toBe(404);
  await expect(assets.delete(one.assetId)).rejects.toMatchObject({ code: 'ASSET_NOT_FOUND' });
  await expect(assets.create(Buffer.from('no picture'))).rejects.toMatchObject({ code: 'INVALID_ASSET' });
});

it('the command line uploads, lists and deletes pictures, and says what is none', async () => {
  const caller = await anAccount();
  const folder = await newProject();
  await writeFile(join(folder, 'image-url.json'), JSON.stringify({ baseUrl: service.baseUrl, templates: '*.jsx' }));
  await writeFile(join(folder, 'team.jpg'), await aPhotograph(300));
  await writeFile(join(folder, 'text.png'), 'no picture');
  const env = { IMAGE_URL_API_KEY: caller.apiKey, IMAGE_URL_BASE_URL: service.baseUrl };
  const asset = (...args: string[]) => imageUrl(folder, ['asset', ...args], env);

  const url = (await asset('add', 'team.jpg')).stdout.trim();
  expect((await fetchBytes(url)).equals(await readFile(join(folder, 'team.jpg')))).toBe(true);
  expect((await asset('list')).stdout).toMatch(/team\.jpg +300 x 300 +[\d,]+ bytes +http/);
  expect((await asset('list')).stdout).toContain(url);

  const wrong = [await asset('add', 'none.png'), await asset('add', 'text.png'), await asset('add', 'image-url.json')];
  expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2]);
  expect(wrong.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('There is no file none.png.'),
    expect.stringContaining('text.png is no PNG, JPEG, WebP, AVIF, GIF or SVG.'),
    expect.stringContaining('.png'),
  ]);

  expect((await asset('delete', url)).code).toBe(0);
  expect((await asset('list')).stdout.trim()).toBe('no assets');
});

it('a push uploads each picture once that its templates import and that code has no room for, and shows it', async () => {
  const caller = await anAccount();
  const folder = await newProject();
  await mkdir(join(folder, 'pictures'));
  const photo = await aPhotograph(600);
  await writeFile(join(folder, 'pictures', 'team.jpg'), photo);
  await writeFile(join(folder, 'image-url.json'), JSON.stringify({ baseUrl: service.baseUrl, templates: '*.jsx' }));
  const card = (title: string) => `import team from './pictures/team.jpg';
export const options = { width: 300, height: 150, format: 'png' };
export default ({ title = '${title}' }) => (
  <div style={{ display: 'flex', width: '100%', height: '100%', background: 'white' }}>
    <img src={team} alt="" width={100} height={100} />
    {title}
  </div>
);
`;
  for (const name of ['one', 'two']) await writeFile(join(folder, `${name}.jsx`), card(name));
  const env = { IMAGE_URL_API_KEY: caller.apiKey, IMAGE_URL_BASE_URL: service.baseUrl };
  const push = async () => JSON.parse((await imageUrl(folder, ['push', '--json'], env)).stdout).templates;
  const list = async () => (await send('GET', '/v1/assets', { caller })).json.assets;

  expect(await push()).toMatchObject([{ action: 'created' }, { action: 'created' }]);
  const [asset, ...others] = await list();
  expect([asset.name, asset.bytes, others]).toEqual(['team.jpg', photo.length, []]);
  expect(await push()).toMatchObject([{ action: 'unchanged' }, { action: 'unchanged' }]);
  expect(await list()).toHaveLength(1);

  const lock = JSON.parse(await readFile(join(folder, 'image-url.lock.json'), 'utf8'));
  const { templateId } = lock.environments.default.templates.one;
  const { code } = (await send('GET', `/v1/templates/${templateId}`, { caller })).json.template;
  expect(code).toContain(asset.url);
  const { url } = (await send('POST', '/v1/url', { caller, body: { templateId, variables: { title: 'x' } } })).json;
  const shown = await sharp(await fetchBytes(url))
    .extract({ left: 10, top: 30, width: 80, height: 80 })
    .stats();
  expect(shown.channels[0]?.stdev).toBeGreaterThan(5);
});
