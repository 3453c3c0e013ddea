import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, openEngine, type Template } from 'image-url-engine';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTemplate } from '../../packages/cli/src/bundling.ts';
import { starters } from '../../starters/index.ts';
import { useFolder } from '../support/folder.ts';
import '../support/kept-workers.ts';

const folder = useFolder();
const getCode = async (id: string): Promise<string> =>
  (await starters()).find((starter) => starter.id === id)?.code ?? expect.fail(`no ${id}`);

let engine: Engine;
let ticket: Template;
let chart: Template;
beforeAll(async () => {
  engine = await openEngine({ concurrency: 1 });
  ticket = await engine.compile(await getCode('starter-ticket'));
  chart = await engine.compile(await getCode('starter-chart'));
});
afterAll(() => engine.close());

/** Returns the text of the QR code in an image; undefined without one. */
const scan = async (image: Uint8Array): Promise<string | undefined> => {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
};

it.each([
  ['an address', 'https://tables.example/t/7Q4M-2K9D', {}],
  ['digits', '0123456789012345678901234567890', {}],
  ['letters of other scripts', 'Größe 東京 🎟', {}],
  ['a long text', `https://tables.example/t?${'a1B2-'.repeat(40)}`, {}],
  ['the square size', 'https://tables.example/t/1', { size: 'square' }],
  ['a small JPEG, as link previewers get it', 'https://tables.example/t/2', { format: 'jpeg', quality: 60 } as const],
])('the code of a ticket scans: %s', async (_which, code, options) => {
  const { bytes, warnings } = await engine.render(ticket, { variables: { code }, ...options });

  expect([await scan(bytes), warnings]).toEqual([code, []]);
});

it('a ticket without a code has none, and a text that no QR code can hold is an error', async () => {
  const { bytes } = await engine.render(ticket, { variables: { code: '' } });

  expect(await scan(bytes)).toBeUndefined();
  await expect(engine.render(ticket, { variables: { code: 'x'.repeat(3_000) } })).rejects.toThrow(/too long/i);
});

it.each([
  ['no values', []],
  ['one value', [4]],
  ['zeros', [0, 0, 0]],
  ['negative values', [-4, -1, -9]],
  ['a text', '3; 4; 5'],
  ['more values than fit', Array.from({ length: 5_000 }, (_, n) => n)],
  ['values without a common scale', [1e-9, 1e12, -1e12]],
])('a chart of %s is rendered without a warning', async (_which, values) => {
  const { warnings } = await engine.render(chart, { variables: { values } });

  expect([chart.warnings, warnings]).toEqual([[], []]);
});

it.each([
  ['12, x', '"x"'],
  ['1,,2', '""'],
  ['1, Infinity', '"Infinity"'],
  [[3, null], 'null'],
  [{ a: 1 }, '"[object Object]"'],
  [[[4, 5]], '[4,5]'],
])('a chart of %j is refused: a value that is left out would show another chart', async (values, named) => {
  const rendering = engine.render(chart, { variables: { values } });

  await expect(rendering).rejects.toThrow(`values: ${named} is not a number`);
});

it('a bundled package that does not end is stopped as any code of a template', async () => {
  const home = join(folder, 'node_modules', 'endless');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "name": "endless" }');
  await writeFile(join(home, 'index.js'), 'export const wait = () => { for (;;); };\n');
  await writeFile(
    join(folder, 'card.jsx'),
    "import { wait } from 'endless';\nexport default ({ text = '' }) => <p>{text && wait()}</p>;\n",
  );

  const { code } = await readTemplate(folder, join(folder, 'card.jsx'), folder);
  const template = await engine.compile(code);

  await expect(engine.render(template, { variables: { text: 'x' } })).rejects.toMatchObject({ name: 'LimitError' });
});

it('a bundled starter contains the license of each package in it', async () => {
  const licenses = ['uqr', 'd3-array'].map((name) => readFile(`node_modules/${name}/LICENSE`, 'utf8'));
  const [ticketCode, chartCode] = await Promise.all(['starter-ticket', 'starter-chart'].map(getCode));

  const [ofTicket = '', ofChart = ''] = await Promise.all(licenses);
  expect(ticketCode).toContain(ofTicket.trim());
  expect(chartCode).toContain(ofChart.trim());
});
