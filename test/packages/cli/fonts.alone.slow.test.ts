import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { sha256Hex } from '#engine/hash.ts';
import { openFont } from '#engine/isolation/render/render.ts';
import { imageUrl, newProject } from './command-line.ts';
import { emulator } from './emulator.ts';

const files = 'node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2';
const card =
  "export default ({ title = 'Hi' }) => <div style={{ display: 'flex', width: '100%', height: '100%', background: 'white', fontSize: 200, fontFamily: 'Brand' }}>{title}</div>;\n";

let folder: string;
beforeEach(async () => {
  folder = await newProject();
  await mkdir(join(folder, 'cards'));
  await mkdir(join(folder, 'fonts'));
  await writeFile(join(folder, 'cards', 'card.jsx'), card);
  await cp(files, join(folder, 'fonts', 'brand.woff2'));
});

const settings = (fonts: unknown, more: object = {}) =>
  writeFile(join(folder, 'image-url.json'), JSON.stringify({ templates: 'cards/*.jsx', fonts, ...more }));
const check = async () => {
  const { code, stdout } = await imageUrl(folder, ['check', '--json'], {});
  const { findings: diagnostics = [], error } = JSON.parse(stdout);
  return { code, codes: diagnostics.map((one: { code: string }) => one.code), error };
};

it('check knows the fonts of image-url.json', async () => {
  await settings([]);
  expect((await check()).codes).toContain('unknown-font');
  await settings([{ file: 'fonts/brand.woff2', family: 'Brand' }]);
  expect((await check()).codes).not.toContain('unknown-font');
});

it('a font that is none, is not there or leads out of the project is wrong use', async () => {
  await writeFile(join(folder, 'fonts', 'broken.woff2'), 'no font');
  await symlink(process.execPath, join(folder, 'fonts', 'link.woff2'));
  for (const font of ['broken.woff2', 'none.woff2', 'link.woff2']
    .map((name) => `fonts/${name}`)
    .concat('cards/card.jsx')) {
    await settings([font]);
    expect(await check()).toMatchObject({ code: 2, error: { message: expect.stringContaining(font) } });
  }
  for (const font of ['../brand.woff2', '/brand.woff2']) {
    await settings([font]);
    expect(await check()).toMatchObject({ code: 2 });
  }
});

/** A service that has these fonts, and answers uploads like the real one. */
const serviceWith = async (fonts: object[]) => {
  const service = await emulator();
  service.state.instead = ({ method, path }) => {
    if (path !== '/v1/fonts') return undefined;
    if (method === 'GET') return { status: 200, body: { fonts } };
    const { family } = JSON.parse(service.bodies.at(-1) ?? '');
    const font = { ...uploaded, family };
    fonts.push(font);
    return { status: 201, body: { fontId: 'f1', font } };
  };
  const uploads = () => service.asked.filter(({ method, path }) => method === 'POST' && path === '/v1/fonts').length;
  return { ...service, uploads };
};

let uploaded: object;
beforeAll(async () => {
  const file = await readFile(files);
  const opened = await openFont(file);
  if (!opened.ok) throw new Error(opened.problem);
  uploaded = {
    ...{ fontId: 'f1', family: 'Brand', faces: [{ weight: 400, style: 'normal' }], isVariable: false },
    ...{ scripts: ['Arabic'], bytes: file.length, sha256: sha256Hex(opened.bytes) },
    createdAt: '2026-01-01T00:00:00.000Z',
  };
});

it('push sends fonts before templates, once, and says which has no Latin letters', async () => {
  const service = await serviceWith([]);
  await settings([{ file: 'fonts/brand.woff2', family: 'Brand' }], { baseUrl: service.baseUrl });

  const { stdout } = await imageUrl(folder, ['push']);
  const sent = service.asked.map(({ method, path }) => `${method} ${path}`);
  await imageUrl(folder, ['push']);

  expect(stdout).toContain('fonts/brand.woff2 is Brand; Brand has no Latin letters (Arabic)');
  expect(sent.indexOf('POST /v1/fonts')).toBeLessThan(sent.indexOf('POST /v1/templates'));
  expect(service.uploads()).toBe(1);
});

it.each([
  ['the same font, compressed differently', { bytes: 1 }, 0],
  ['another font of its name and size', { sha256: '0'.repeat(64) }, 1],
  ['the same font under another name', { family: 'Other' }, 1],
])('push compares fonts by content: the account has %s', async (_, difference, expected) => {
  const service = await serviceWith([{ ...uploaded, ...difference }]);
  await settings([{ file: 'fonts/brand.woff2', family: 'Brand' }], { baseUrl: service.baseUrl });
  await imageUrl(folder, ['push']);
  expect(service.uploads()).toBe(expected);
});

it('init writes .gitignore, and leaves one that is there', async () => {
  await imageUrl(folder, ['init'], {});
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toContain('.image-url/');
  await writeFile(join(folder, '.gitignore'), 'mine\n');
  await imageUrl(folder, ['init'], {});
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('mine\n');
});
