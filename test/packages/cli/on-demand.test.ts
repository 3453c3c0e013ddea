import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getSignedQuery } from 'image-url-contract/signing/image-query.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../../../local/listen.ts';
import { isImageAddress } from '../../../packages/cli/src/addresses.ts';
import { createClient } from '../../../packages/client/src/index.ts';
import file from '../../deliver/vectors/on-demand-urls.json' with { type: 'json' };
import { newProject, imageUrl as run } from './command-line.ts';
import { emulator } from './emulator.ts';

const [{ signingKey = '' } = {}] = file.vectors;
const host = 'https://img.example.com';
const environment = { IMAGE_URL_HOST: host, IMAGE_URL_SIGNING_KEY: signingKey };
const images = createClient({ imageHost: host, signingKey });

let folder: string;
beforeEach(async () => {
  folder = await newProject();
});

const answer = async (args: readonly string[], env: Record<string, string> = environment) => {
  const { code, stdout } = await run(folder, [...args, '--json'], env);
  return { code, ...JSON.parse(stdout) };
};
const problem = async (args: readonly string[], env?: Record<string, string>) => {
  const { code, error } = await answer(args, env);
  return `${code} ${error.code}: ${error.message}`;
};

describe('image-url sign', () => {
  it('prints what the client signs, without image-url.json and without a request', async () => {
    const options = ['--width', '600', '--format', 'png', '--last-day', '2030-01-31', '--template-version', '3'];
    const words = ['sign', 't-1', '--var', 'b:=[1]', '--var', 'a=x', ...options];
    const { code, stdout } = await run(folder, words, environment);

    const expected = images.sign({
      ...{ templateId: 't-1', variables: { a: 'x', b: [1] }, width: 600, format: 'png' },
      ...{ lastDay: '2030-01-31', version: 3 },
    });
    expect([code, stdout]).toEqual([0, `${expected}\n`]);
  });

  it('mint --form path prints the URL that the service signs', async () => {
    const service = await emulator();
    const url = images.sign({ templateId: 't-1', variables: { a: 'x' } });
    service.state.instead = ({ path }) =>
      path === '/v1/url' ? { status: 200, body: { url, expiresAt: 1 } } : undefined;
    const env = { IMAGE_URL_API_KEY: 'iu_test', IMAGE_URL_BASE_URL: service.baseUrl };
    const settings = { baseUrl: service.baseUrl, templates: 'cards/*.jsx' };
    await writeFile(join(folder, 'image-url.json'), JSON.stringify(settings));

    const { code, stdout } = await run(folder, ['mint', 't-1', '--form', 'path', '--var', 'a=x'], env);

    expect([code, stdout]).toEqual([0, `${url}\n`]);
    expect(JSON.parse(service.bodies.at(-1) ?? '')).toMatchObject({ templateId: 't-1', form: 'path' });
    expect([isImageAddress(service.baseUrl, url), isImageAddress(service.baseUrl, `${host}/v1/i/admin`)]).toEqual([
      true,
      false,
    ]);
  });

  it('pins the version of the lock file for a name, and takes the host of image-url.json', async () => {
    const settings = { baseUrl: 'https://api.example.com', imageHost: host, templates: 'cards/*.jsx' };
    await writeFile(join(folder, 'image-url.json'), JSON.stringify(settings));
    const card = { file: 'cards/card.jsx', templateId: 't-9', version: 7 };
    const environments = { default: { baseUrl: 'https://api.example.com', templates: { card } } };
    await writeFile(join(folder, 'image-url.lock.json'), JSON.stringify({ environments }));
    const key = { IMAGE_URL_SIGNING_KEY: signingKey };

    expect((await answer(['sign', 'card'], key)).url).toBe(images.sign({ templateId: 't-9', version: 7 }));
    expect((await answer(['sign', 't-9'], key)).url).toBe(images.sign({ templateId: 't-9' }));
  });

  it('reads the key listed under the image host from the credentials file, which only its owner can read', async () => {
    const path = join(folder, '.config', 'image-url', 'credentials.json');
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, JSON.stringify({ [host]: { signingKey } }), { mode: 0o600 });
    const env = { IMAGE_URL_HOST: host };
    expect((await answer(['sign', 't'], env)).url).toBe(images.sign({ templateId: 't' }));
    await chmod(path, 0o644);
    expect(await problem(['sign', 't'], env)).toMatch(/^2 READABLE_CREDENTIALS/);
  });

  it('takes no key from the repository', async () => {
    const settings = { baseUrl: host, imageHost: host, templates: '*.jsx', signingKey };
    await writeFile(join(folder, 'image-url.json'), JSON.stringify(settings));
    expect(await problem(['sign', 't'])).toMatch(/^2 INVALID_CONFIG.*signingKey/);
  });

  it('names what is wrong, and never quotes a key', async () => {
    expect(await problem(['sign', 't'], {})).toMatch(/^2 MISSING_IMAGE_HOST: .*--image-host/);
    expect(await problem(['sign', 't'], { IMAGE_URL_HOST: 'ftp://x' })).toMatch(/^2 INVALID_IMAGE_URL/);
    const keyless = await problem(['sign', 't'], { IMAGE_URL_HOST: host });
    expect(keyless).toMatch(/^2 MISSING_SIGNING_KEY: .*IMAGE_URL_SIGNING_KEY/);
    const wrong = await problem(['sign', 't'], { IMAGE_URL_HOST: host, IMAGE_URL_SIGNING_KEY: 'iu_secret' });
    expect(wrong).toMatch(/^2 INVALID_SIGNING_KEY: IMAGE_URL_SIGNING_KEY/);
    expect(wrong).not.toContain('iu_secret');
    expect(await problem(['sign', 't', '--width', '1.5'])).toMatch(/^2 INVALID_BODY: width/);
    expect(await problem(['sign', 't', '--last-day', 'soon'])).toMatch(/^2 INVALID_BODY: lastDay/);
    expect(await problem(['sign', '../t'])).toMatch(/^2 MISSING_TEMPLATE_ID/);
    expect(await problem(['sign', 't', '--var', 'x'])).toMatch(/^2 INVALID_VARIABLE/);
  });
});

const minted = (more: object = {}) => {
  const options = { width: 600, height: 315, format: 'png', devicePixelRatio: 2 } as const;
  const query = { templateId: 't-1', uid: 'ana', exp: 4_000_000_000_000, rv: 'r', tv: '4', options };
  const key = { id: '1', secret: 'A'.repeat(43) } as never;
  return `${host}/v1/image?${getSignedQuery({ ...query, variables: { title: 'Hi', n: '~3' }, ...more }, key)}`;
};

describe('image-url explain', () => {
  const request = { templateId: 't-1', version: 3, variables: { title: 'Grüße 🌍', n: 3 }, width: 600, quality: 70.5 };
  const url = images.sign({ ...request, lastDay: '2099-12-31' });

  it('decodes an on-demand URL and verifies it with the key here', async () => {
    expect(await answer(['explain', url])).toEqual({
      code: 0,
      ...{ kind: 'on-demand', imageHost: host, templateId: 't-1', version: '3', variables: request.variables },
      options: { width: 600, quality: 70.5, format: 'webp' },
      ...{ key: '1-ana-0123456789abcdef', expiresAt: Date.UTC(2100, 0, 1), isExpired: false, signature: 'valid' },
      reason: 'signed with the key 1-ana-0123456789abcdef',
    });
    expect((await run(folder, ['explain', url], environment)).stdout).not.toContain(signingKey.split('.')[2]);
  });

  it('says that it does not verify without the key, with another one, and for a minted URL', async () => {
    expect(await answer(['explain', url], {})).toMatchObject({
      ...{ code: 0, signature: 'not verified', reason: expect.stringContaining('IMAGE_URL_SIGNING_KEY') },
    });
    const other = { IMAGE_URL_SIGNING_KEY: signingKey.replace('1-ana', '1-bob') };
    expect(await answer(['explain', url], other)).toMatchObject({ signature: 'not verified' });
    expect(await answer(['explain', minted()])).toMatchObject({
      ...{ code: 0, kind: 'minted', templateId: 't-1', version: '4', signature: 'not verified' },
      ...{
        variables: { title: 'Hi', n: 3 },
        expiresAt: 4_000_000_000_000,
        options: { width: 600, devicePixelRatio: 2 },
      },
    });
  });

  it('ends with 1 for a URL that was changed, and for one that is over', async () => {
    const changed = url.replace('/t-1/', '/t-2/');
    expect(await answer(['explain', changed])).toMatchObject({ code: 1, signature: 'invalid', templateId: 't-2' });
    const over = images.sign({ templateId: 't-1', lastDay: '2020-01-01' });
    expect(await answer(['explain', over])).toMatchObject({ code: 1, signature: 'valid', isExpired: true });
  });

  const onDemand = (rest: string) => `${host}/v1/i/k/${'a'.repeat(43)}/${rest}`;
  const json = (text: string) => Buffer.from(text).toString('base64url');
  const malformed = [
    ['hello', 'not an address that begins with https://'],
    ['ftp://x/v1/image', 'not an address that begins with https://'],
    [`${host.replace('//', '//user:pw@')}/v1/image`, 'a user or a password'],
    [`${host}/v2/image`, 'neither /v1/image nor'],
    [onDemand('t/-'), '4 segments instead of 5'],
    [onDemand('t/-/-.png/x'), '6 segments instead of 5'],
    [`${host}/v1/i/k_1/${'a'.repeat(43)}/t/-/-.png`, 'its key'],
    [`${host}/v1/i/k/abc/t/-/-.png`, 'its signature has 3 characters'],
    [onDemand('t%20/-/-.png'), 'its template is not an id'],
    [onDemand('t/z1/-.png'), 'its option "z1" is unknown'],
    [onDemand('t/w0/-.png'), 'its option "w0" is no width'],
    [onDemand('t/e20301301/-.png'), 'its option "e20301301" is no expiry'],
    [onDemand('t/h1-w1/-.png'), 'not in the order v, s, w, h, x, q, e'],
    [onDemand('t//-.png'), 'its options are empty'],
    [onDemand('t/-/-.gif'), 'does not end with .'],
    [onDemand('t/-/-'), 'does not end with .'],
    [onDemand('t/-/e31.png'), 'its payload is not base64url'],
    [onDemand(`t/-/${json('{"a"')}.png`), 'are no JSON; was the URL copied whole'],
    [onDemand(`t/-/${json('[1]')}.png`), 'are no JSON object'],
    [onDemand(`t/-/${Buffer.from([0xff]).toString('base64url')}.png`), 'are no UTF-8'],
    [onDemand(`t/-/${'A'.repeat(9_000)}.png`), 'longer than 8192 bytes'],
    [minted().replace(/&uid=\w+/, ''), 'these parameters are missing: uid'],
    [minted().replace('width=600', 'width=wide').replace('dpr=2', 'dpr='), 'these parameters are missing: dpr'],
    [minted().replace('width=600', 'width=wide'), 'these parameters are malformed: width'],
    [`${minted()}&uid=again`, 'a parameter is there twice'],
    [minted({ variables: { n: '~{' } }), 'its variable v_n begins with ~'],
  ].map(([given = '', what = '']) => ({ given, what }));
  it.each(malformed)('says of a malformed URL: $what', async ({ given, what }) => {
    const reported = await problem(['explain', given]);
    expect(reported).toMatch(/^2 INVALID_URL: This is not an image URL: /);
    expect(reported).toContain(what);
  });
});

describe('image-url warm', () => {
  let origin: string;
  let asked: { url: string; agent: string | undefined }[];
  let pages: Record<string, string | [status: number, body: string, headers?: Record<string, string>]>;
  beforeEach(async () => {
    [asked, pages] = [[], {}];
    const server = createServer(({ url = '', headers }, response) => {
      asked.push({ url, agent: headers['user-agent'] });
      const found = pages[url] ?? [404, 'none'];
      const [status, body, more = {}] = typeof found === 'string' ? [200, found] : found;
      response.writeHead(status, { 'content-type': 'text/html', ...more }).end(body);
    });
    const emulator = await listen(server);
    origin = emulator.url;
    return emulator.close;
  });
  const sitemap = (...paths: string[]) => {
    const all = paths.map((path) => `<url><loc>${path.includes('://') ? path : origin + path}</loc></url>`);
    return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${all.join('')}</urlset>`;
  };
  const png: [number, string, Record<string, string>] = [200, 'image', { 'content-type': 'image/png' }];
  const head = (url: string, name = 'property="og:image"') => `<head><meta ${name} content="${url}"></head>`;
  const warm = (...more: string[]) => answer(['warm', `${origin}/sitemap.xml`, ...more], { IMAGE_URL_HOST: origin });

  it('requests each image once, as a link previewer, and reports failures by page', async () => {
    const mintedPath = '/v1/image?templateId=t&sig=1';
    const misspelt = 'variables: titel is not a variable (title?)';
    pages = {
      '/sitemap.xml': sitemap(
        '/a',
        '/same',
        '/b',
        '/bad',
        '/misspelt',
        '/gone',
        '/none',
        '/other',
        'http://127.0.0.1:1/x',
      ),
      '/a': head(`${origin}/v1/i/k/s/t/-/-.png`),
      '/same': head('/v1/i/k/s/t/-/-.png', "name='twitter:image'"),
      '/b': `<!-- ${head('/v1/i/commented')} --><script>"${head('/v1/i/script')}"</script>${head(mintedPath.replace('&', '&amp;'))}`,
      '/bad': head('/v1/i/failing'),
      '/misspelt': head('/v1/i/misspelt'),
      '/none': '<p>no image</p>',
      '/other': head('http://127.0.0.1:1/v1/i/k/s/t/-/-.png'),
      '/v1/i/k/s/t/-/-.png': png,
      [mintedPath]: [
        200,
        'image',
        { 'content-type': 'image/png', 'x-image-warning': 'missing:https://a.example/b.png' },
      ],
      '/v1/i/misspelt': [200, 'image', { 'content-type': 'image/png', 'x-image-warning': misspelt }],
      '/v1/i/failing': [429, '{"code":"QUOTA_EXCEEDED","message":"..."}'],
    };

    const { code, pages: reported, ...counts } = await warm();

    const outcome = reported.map((one: { page: string; status: string; reason?: string }) => [
      ...[one.page.replace(origin, ''), one.status, one.reason],
    ]);
    expect([code, counts]).toEqual([1, { images: 4, warmed: 3, failed: 4, skipped: 2 }]);
    expect(outcome).toEqual([
      ['/a', 'warmed', undefined],
      ['/same', 'warmed', undefined],
      ['/b', 'warmed', 'warning: missing:https://a.example/b.png'],
      ['/bad', 'failed', 'HTTP 429 QUOTA_EXCEEDED'],
      ['/misspelt', 'failed', `warning: ${misspelt}`],
      ['/gone', 'failed', 'HTTP 404'],
      ['/none', 'skipped', 'it names no og:image or twitter:image'],
      ['/other', 'skipped', 'its image is of another host'],
      ['http://127.0.0.1:1/x', 'failed', 'it is not a page of this site'],
    ]);
    expect(asked.filter(({ url }) => url.startsWith('/v1/'))).toHaveLength(4);
    expect(new Set(asked.map(({ agent }) => agent))).toEqual(new Set(['image-url-cli (linkpreview)']));
  });

  it('ends with 0 when every page was warmed, also through an index and with one page at a time', async () => {
    pages = {
      '/sitemap.xml': `<sitemapindex><sitemap><loc>${origin}/1.xml</loc></sitemap></sitemapindex>`,
      '/1.xml': sitemap('/a'),
      '/a': head('/v1/i/k/s/t/-/-.png'),
      '/v1/i/k/s/t/-/-.png': png,
    };
    expect(await warm('--concurrency', '1')).toMatchObject({ code: 0, warmed: 1, failed: 0, skipped: 0 });
  });

  it('asks nothing of this machine or of a private network for a sitemap in a file', async () => {
    const inside = sitemap('/a', 'https://10.0.0.1/', 'https://169.254.0.1/', 'file:///page.html');
    await writeFile(join(folder, 'sitemap.xml'), inside);
    const { code, pages: reported } = await answer(['warm', 'sitemap.xml']);

    expect([code, asked]).toEqual([1, []]);
    expect(reported.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...['port not allowed', 'no public address', 'no public address', 'not a web address'],
    ]);
    expect(await problem(['warm', 'sitemap.xml'], { IMAGE_URL_HOST: origin })).toMatch(/^2 INVALID_IMAGE_URL/);
  });

  it('follows no redirect of a page or of an image to another place of this machine', async () => {
    pages = {
      '/sitemap.xml': sitemap('/a', '/b'),
      '/a': [302, '', { location: 'http://127.0.0.1:1/secret' }],
      '/b': head('/v1/i/moved'),
      '/v1/i/moved': [302, '', { location: '/v1/i/k/s/t/-/-.png' }],
    };
    const { pages: reported } = await warm();

    expect(reported.map(({ reason }: { reason: string }) => reason)).toEqual([
      'port not allowed',
      'too many redirects',
    ]);
  });

  it('names what is wrong with the sitemap', async () => {
    pages = {
      '/sitemap.xml': '<html></html>',
      '/index.xml': '<sitemapindex><loc>https://elsewhere.example/1.xml</loc></sitemapindex>',
    };
    const at = (given: string, ...more: string[]) => problem(['warm', given, ...more], { IMAGE_URL_HOST: origin });

    expect(await at(`${origin}/sitemap.xml`)).toMatch(/^2 INVALID_SITEMAP: .*no <loc>/);
    expect(await at(`${origin}/index.xml`)).toMatch(/^2 INVALID_SITEMAP: .*another site/);
    expect(await at(`${origin}/none.xml`)).toMatch(/^3 UNREACHABLE: .*HTTP 404/);
    expect(await at('http://site.example/sitemap.xml')).toMatch(/^2 INVALID_SITEMAP: .*https/);
    expect(await at('none.xml')).toMatch(/^2 NO_SUCH_FILE/);
    expect(await at(`${origin}/sitemap.xml`, '--concurrency', '0')).toMatch(/^2 WRONG_USE: --concurrency/);
  });

  it('reads a page of tags that do not end', async () => {
    const page = ['<meta a="', '<!--', '<script', '<meta '].map((part) => part.repeat(60_000 / part.length)).join('');
    pages = { '/sitemap.xml': sitemap('/a'), '/a': page };
    expect(await warm()).toMatchObject({ code: 1, skipped: 1 });
  });
});
