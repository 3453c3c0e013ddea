import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { render } from '#engine/isolation/render/render.ts';
import { findIndexed } from '#engine/rendering/fonts/font-index.ts';
import { administration } from '../../admin/administration.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type Developer, seedDeveloper } from '../../local/seed.ts';
import { type RunningService, startService } from '../../local/service.ts';
import { box } from '../engine/golden/element.ts';
import { useFolder } from '../support/folder.ts';
import { getTestTypography, packBytes } from '../support/font-packs.ts';
import { indexAs, packageEntries, startFontServer, tarballPath, toTarball } from '../support/font-server.ts';
import { sendTo } from '../support/send-to.ts';

const dataDir = useFolder();
let service: RunningService;
let developer: Developer;
let fonts: Awaited<ReturnType<typeof startFontServer>>;

/** Rubik Mono One is not installed here: its package is that of Anton under its name. */
const rename = (text: string) => text.replaceAll('anton', 'rubik-mono-one').replaceAll('Anton', 'Rubik Mono One');
const rubikMonoOne = () =>
  toTarball(
    packageEntries('anton').map(({ name, content }) => ({
      name: rename(name),
      content: name.endsWith('.json') ? Buffer.from(rename(Buffer.from(content).toString())) : content,
    })),
  );

beforeAll(async () => {
  fonts = await startFontServer(['playfair-display', 'gelasio']);
  const tarball = rubikMonoOne();
  indexAs('rubik-mono-one', tarball);
  fonts.pages.set(tarballPath('rubik-mono-one'), (_request, response) => response.end(tarball));
  service = await startService({
    ...{ dataDir, port: 0, imagePort: 0, bedrockModel: '', hasEdgeFunction: true },
    ...{ fontSource: fonts.origin, fontPackages: [] },
  });
  developer = await seedDeveloper(dataDir, administration().store, runtime);
});
afterAll(async () => {
  await service.close();
  await fonts.stop();
});
beforeEach(() => {
  fonts.fetched.length = 0;
});

const call = (method: string, path: string, body: unknown) =>
  sendTo({ baseUrl: service.baseUrl, apiKey: developer.apiKey }, method, path, body);

const options = { width: 400, height: 120, format: 'png' } as const;
const style = (fontFamily: string) => ({ width: '100%', height: '100%', background: '#fff', fontSize: 40, fontFamily });
const template = (fontFamily: string, title = 'Quiet maps') => `export const options = ${JSON.stringify(options)};
export default ({ title = '${title}' }) => <div style={${JSON.stringify(style(fontFamily))}}>{title}</div>;`;
const unknownFonts = ({ warnings }: { warnings: { code: string; message: string }[] }) =>
  warnings.filter(({ code }) => code === 'unknown-font').map(({ message }) => message);

/** The same image from the packages that are installed. */
const expected = async (fontFamily: string): Promise<Buffer> => {
  const tree = box(style(fontFamily), 'Quiet maps');
  const typography = await getTestTypography(tree);
  const request = { tree, options: { ...options, devicePixelRatio: 1 }, images: {}, typography };
  return Buffer.from((await render(request, { fontBytes: async (hash) => packBytes(hash) })).bytes);
};

const getImage = async (url: string): Promise<Buffer> => {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe('a family that is not installed', () => {
  it.each([
    ['Playfair Display', 'Playfair Display'],
    ['Rubik Mono One', 'Anton'],
    // by another name
    ['Georgia', 'Gelasio'],
  ])('%s is checked, saved and rendered with its letters, and fetched once', async (family, installed) => {
    const { json: checked } = await call('POST', '/v1/templates/check', { code: template(family), image: true });

    expect(unknownFonts(checked)).toEqual([]);
    const image = await expected(installed);
    expect(Buffer.from(checked.image.data, 'base64').equals(image)).toBe(true);
    const { status, json: saved } = await call('POST', '/v1/templates', { name: family, code: template(family) });
    expect([status, unknownFonts(saved.template)]).toEqual([201, []]);
    expect(fonts.fetched).toHaveLength(1);
    fonts.fetched.length = 0;
    const { json: minted } = await call('POST', '/v1/url', { templateId: saved.templateId });
    expect((await getImage(minted.url)).equals(image)).toBe(true);
    expect(fonts.fetched).toEqual([]);
  });

  it('is found where only a value of a variable names it', async () => {
    const code = `export default ({ font = 'Inter', title = 'Quiet maps' }) =>
      <div style={{ ...${JSON.stringify(style(''))}, fontFamily: font === 'Inter' ? font : 'Playfair Display' }}>{title}</div>;
      export const options = ${JSON.stringify(options)};`;
    const { json: saved } = await call('POST', '/v1/templates', { name: 'by value', code });
    fonts.fetched.length = 0;

    const { json: minted } = await call('POST', '/v1/url', {
      templateId: saved.templateId,
      variables: { font: 'other' },
    });

    expect((await getImage(minted.url)).equals(await expected('Playfair Display'))).toBe(true);
    expect(fonts.fetched).toEqual([]);
  });

  it('that cannot be fetched is a warning, and stays what was rendered', async () => {
    fonts.pages.set(tarballPath('lora'), (_request, response) => response.writeHead(503).end());

    const { status, json: saved } = await call('POST', '/v1/templates', {
      name: 'down',
      code: template('Lora, serif'),
    });

    expect([status, unknownFonts(saved.template)]).toEqual([
      201,
      [
        'The font Lora could not be fetched from the font source (HTTP 503); Noto Serif is rendered instead. Save the template again when the source can be reached, or upload the font.',
      ],
    ]);
    const mint = async () => (await call('POST', '/v1/url', { templateId: saved.templateId })).json.url;
    expect((await getImage(await mint())).equals(await expected('Noto Serif'))).toBe(true);
    expect(fonts.fetched).toEqual([tarballPath('lora')]);
  });

  it('whose package is another one is not kept', async () => {
    const family = findIndexed('merriweather') ?? expect.fail();
    fonts.pages.set(tarballPath('merriweather'), (_request, response) =>
      response.end(toTarball(packageEntries('lora'))),
    );

    const { json } = await call('POST', '/v1/templates/check', { code: template('Merriweather') });

    expect(unknownFonts(json)).toEqual([expect.stringContaining('(not the indexed one); Noto Serif is rendered')]);
    const { ports } = administration();
    expect(await ports['fontPacks:write'].find(family)).toBeUndefined();
  });

  it('beyond the eighth is not fetched, and the warning says so', async () => {
    const names = ['Anton', 'Teko', 'Cinzel', 'Oswald', 'Lobster', 'VT323', 'Caveat', 'Pacifico', 'Righteous'];
    const code = `export const options = ${JSON.stringify(options)};
      export default () => <div style={{ display: 'flex' }}>${names.map((name) => `<p style={{ fontFamily: '${name}' }}>A</p>`).join('')}</div>;`;

    const { json } = await call('POST', '/v1/templates/check', { code });

    expect(fonts.fetched).toHaveLength(8);
    expect(unknownFonts(json).at(-1)).toBe(
      'The font Righteous is not fetched: a template may name 8 families beside the core families; Inter is rendered instead. Name fewer families, or upload the font.',
    );
  });

  it('that nobody knows is reported as before', async () => {
    const { json } = await call('POST', '/v1/templates/check', { code: template('Nonesuch') });

    expect(unknownFonts(json)).toEqual(['The font Nonesuch is not available; the default font is rendered instead.']);
    expect(fonts.fetched).toEqual([]);
  });
});
