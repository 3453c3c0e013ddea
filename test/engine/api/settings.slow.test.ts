import { readFile } from 'node:fs/promises';
import { type Engine, openEngine, type Template } from 'image-url-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPng } from '../../support/a-png.ts';

const inter = 'node_modules/@fontsource/inter/files/inter-latin-700-normal.woff';
const card = 'export default ({ title = "Hi" }) => <div tw="flex bg-white">{title}</div>;';

let engine: Engine;
let template: Template;
beforeAll(async () => {
  engine = await openEngine();
  template = await engine.compile(card);
});
afterAll(() => engine.close());

describe('remote images', () => {
  const source =
    'export default () => <div tw="flex bg-white"><img width={9} height={9} src="https://example.com/a.png" /></div>;';
  const red = aPng('red');

  it('are not fetched without a function', async () => {
    const { warnings } = await engine.render(await engine.compile(source));
    expect(warnings).toEqual([
      'The image https://example.com/a.png is missing: the engine was opened without remoteImages.',
    ]);
  });

  it.each<[string, () => Promise<unknown>, string[]]>([
    ['shown', () => red, []],
    ['no bytes', async () => 'text', ['remoteImages returned no bytes.']],
    ['no image', async () => new Uint8Array(9), ['not an image.']],
    ['refused', () => Promise.reject(new Error('not ours')), ['not ours']],
  ])('are fetched by the function: %s', async (_what, answer, reasons) => {
    const urls: string[] = [];
    await using own = await openEngine({
      remoteImages: (url) => {
        urls.push(url);
        return answer() as Promise<Uint8Array>;
      },
    });
    const { warnings } = await own.render(await own.compile(source));
    expect(warnings).toEqual(reasons.map((text) => `The image https://example.com/a.png is missing: ${text}`));
    expect(urls).toEqual(['https://example.com/a.png']);
  });
});

describe('fonts', () => {
  const source = 'export default () => <div style={{ fontFamily: "Brand" }}>Hello</div>;';
  const render = async (fonts: Parameters<typeof openEngine>[0]) => {
    await using own = await openEngine(fonts);
    const template = await own.compile(source);
    const { bytes } = await own.render(template, { format: 'png' });
    return { codes: template.warnings.map(({ code }) => code), text: Buffer.from(bytes).toString('base64') };
  };

  it('are read from files and bytes, and rendered', async () => {
    const without = await render({});
    const [file, data] = [
      await render({ fonts: [{ file: inter, family: 'Brand' }] }),
      await render({ fonts: [{ data: await readFile(inter), family: 'Brand' }] }),
    ];
    expect(without.codes).toContain('unknown-font');
    expect(file.codes).not.toContain('unknown-font');
    expect(file.text).not.toBe(without.text);
    expect(data.text).toBe(file.text);
  });

  it('are found by a glob', async () => {
    await using own = await openEngine({
      fonts: ['node_modules/@fontsource/lora/files/lora-latin-{400,700}-normal.woff2'],
    });
    const named = source.replace('Brand', 'Lora');
    expect((await own.compile(named)).warnings.map(({ code }) => code)).not.toContain('unknown-font');
  });

  it.each<[string, Parameters<typeof openEngine>[0], string]>([
    ['no file', { fonts: [inter, 'nowhere/*.ttf'] }, 'fonts[1]'],
    ['a missing file', { fonts: [{ file: 'nowhere.ttf' }] }, 'fonts[0]'],
    ['no font', { fonts: ['package.json'] }, 'fonts[0]'],
    ['an unknown setting', { font: [] } as object, 'font'],
    ['no workers', { concurrency: 0 }, 'concurrency'],
    ['too little memory', { limits: { renderMemoryMib: 1 } }, 'limits.renderMemoryMib'],
  ])('and settings are refused: %s', async (_what, settings, field) => {
    await expect(openEngine(settings)).rejects.toMatchObject({ code: 'INVALID_INPUT', field });
  });
});

describe('closing', () => {
  it('rejects what is in progress and what comes later, and leaves other engines alone', async () => {
    const other = await openEngine({ concurrency: 2 });
    const inProgress = other.compile(card).catch((error: unknown) => error);
    const rendering = engine.render(template, { variables: { title: 'Hello' } });
    await other.close();
    await other.close();
    expect(await inProgress).toMatchObject({ code: 'CLOSED' });
    await expect(other.compile(card)).rejects.toMatchObject({ code: 'CLOSED' });
    expect((await rendering).bytes.length).toBeGreaterThan(0);
    expect(await engine.compile(card)).toBeDefined();
  });

  it('a signal ends a call', async () => {
    const ended = new Error('the visitor left');
    await expect(engine.render(template, { signal: AbortSignal.abort(ended) })).rejects.toBe(ended);
  });
});
