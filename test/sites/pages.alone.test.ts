import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from 'image-url-contract/limits.ts';
import { decodePage } from 'image-url-contract/sites/decode-page.ts';
import { readPageTags } from 'image-url-contract/sites/page-tags.ts';
import { hasSiteImage, toPageVariables } from 'image-url-contract/sites/page-variables.ts';
import { createSiteId, readSitePath, siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { pages } from 'image-url-outside/pages.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const html = { 'content-type': 'text/html; charset=utf-8' };
const local = pages({ hasLoopback: true, deadlineMs: 500 });

describe('a page', () => {
  it.each([
    ['loopback', 'https://127.0.0.1/'],
    ['a link-local address', 'https://169.254.0.1/'],
    ['a private network', 'https://10.0.0.1/'],
    ['another port', 'https://example.com:8443/'],
  ])('is never fetched from %s', async (_what, address) => {
    const answer = await pages().fetch(address);
    expect(answer).toEqual({ ok: false, reason: expect.stringMatching(/^(no public address|port not allowed)$/) });
  });

  it.each([
    ['a private address', [['10.0.0.1']]],
    ['a public and a private one', [['93.184.216.34', '127.0.0.1']]],
    ['another one at the next look-up', [['127.0.0.1'], ['93.184.216.34']]],
    ['none', [[]]],
  ])('is never fetched from a name with %s', async (_what, answers) => {
    let n = 0;
    const resolve = async (): Promise<string[]> => answers[n++ % answers.length] ?? [];
    expect(await pages({ resolve }).fetch('https://pages.example/')).toEqual({
      ok: false,
      reason: 'no public address',
    });
  });

  it('of this machine is fetched in the local run only', async () => {
    const origin = await serve((_, response) => response.writeHead(200, html).end('<title>T</title>'));
    expect(await pages().fetch(`${origin}/`)).toMatchObject({ ok: false });
    expect(await local.fetch(`${origin}/`)).toMatchObject({ ok: true, tags: { title: 'T' } });
  });

  it('without an end is read up to its limit, and one that drips until its time is over', async () => {
    let sent = 0;
    const endless = await serve((_, response) => {
      response.writeHead(200, html).write('<title>T</title>');
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    expect(await local.fetch(endless)).toMatchObject({ ok: true, tags: { title: 'T' } });
    // what the sockets hold besides
    expect(sent).toBeLessThan(limits.sitePageBytes + (64 << 20));
    const slow = await serve((_, response) => response.writeHead(200, html).write('<title>T'));
    expect(await local.fetch(slow)).toEqual({ ok: false, reason: 'timed out' });
  });

  const latin = 'iso-8859-1';
  it.each([
    ['its header', '', `text/html; charset=${latin}`, 'Café'],
    ['its header before its tag', '<meta charset="utf-8">', `text/html;Charset="${latin}"`, 'Café'],
    ['meta charset', `<meta charset="${latin}">`, 'text/html', 'Café'],
    ['http-equiv', `<meta http-equiv=Content-Type content="text/html; charset=${latin}">`, 'text/html', 'Café'],
    ['nothing: it is UTF-8', '', 'text/html', 'Caf�'],
    ['an encoding that is none: it is UTF-8', '', 'text/html; charset=klingon', 'Caf�'],
    ['its body', `<body><meta charset=${latin}></body>`, 'text/html', 'Caf�'],
    ['a description', `<meta name=a content="charset=${latin}">`, 'text/html', 'Caf�'],
    ['UTF-16 where each character is a byte', '<meta charset=utf-16>', 'text/html', 'Caf�'],
  ])('is read in the encoding of %s', (_what, head, contentType, title) => {
    const bytes = Buffer.from(`${head}<title>Caf\xe9</title>`, 'latin1');
    expect(decodePage(bytes, contentType)).toContain(`<title>${title}</title>`);
  });
  it.each(['utf-8', 'utf-16le'] as const)('is read as %s when its first bytes say so', (encoding) => {
    const bytes = Buffer.from('\ufeff<title>Café</title>', encoding === 'utf-8' ? 'utf8' : 'utf16le');
    expect(decodePage(bytes, `text/html; charset=${latin}`)).toBe('<title>Café</title>');
  });
  it('is not read in an encoding that its title names', () => {
    expect(
      decodePage(Buffer.from(`<title>é: <meta charset=${latin}> charset=${latin}</title>`), 'text/html'),
    ).toContain('é');
  });

  it('is read in the encoding that it names', async () => {
    const text = Buffer.from('<meta charset="iso-8859-1"><title>Caf\xe9</title>', 'latin1');
    const origin = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(text));
    expect(await local.fetch(origin)).toMatchObject({ ok: true, tags: { title: 'Café' } });
  });
});

describe('what a page says', () => {
  const variables = [{ name: 'title' }, { name: 'author' }, { name: 'city' }];
  const ld = (json: string) => `<script type="application/ld+json">${json}</script>`;
  const read = (text: string, map = {}) => toPageVariables(readPageTags(text), variables, map);

  it.each([
    [
      'a variable by its name before all else',
      '<meta name="html:image:title" content="Own"><meta property="og:title" content="Og">',
      { title: 'Own' },
    ],
    ['og before the element', '<title>T</title><meta property="og:title" content="Og">', { title: 'Og' }],
    ['nothing for what it lacks', '<title> </title>', {}],
    ['a list of authors by the first', ld('{"author":["Ada","Ben"]}'), { author: 'Ada' }],
    ['JSON-LD that is broken by nothing', `${ld('{"author":')}<meta name=author content=B>`, { author: 'B' }],
    ['JSON-LD of a prototype by nothing', ld('{"__proto__":{"author":"Eve"}}'), {}],
    ['a long text by its beginning', `<title>${'x'.repeat(5_000)}</title>`, { title: 'x'.repeat(1_000) }],
  ])('is %s', (_what, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  const published = (tags: string, defaultValue = '') =>
    toPageVariables(readPageTags(tags), [{ name: 'date', defaultValue }], {}).date;
  const on = (date: string) => `<meta property="article:published_time" content="${date}">`;
  it.each([
    ['in the language of the page', `<html lang="de-AT">${on('2026-11-28T23:30:00-05:00')}`, '28. November 2026'],
    ['in that of og:locale', `<meta property="og:locale" content="en_GB">${on('2026-11-28')}`, '28 November 2026'],
    ['as an English page writes it', `<html lang=en>${on('2026-11-28 08:00')}`, 'November 28, 2026'],
    ['without the calendar that a tag asks for', `<html lang="fr-u-ca-buddhist">${on('2026-02-03')}`, '3 février 2026'],
    ['as it is without a language', on('2026-11-28'), '2026-11-28'],
    ['as it is in a language of nobody', `<html lang="zz-zz-!!">${on('2026-11-28')}`, '2026-11-28'],
    ['as it is where there is no such day', `<html lang=en>${on('2026-02-30')}`, '2026-02-30'],
    ['as it is in other words', `<html lang=en>${on('last week')}`, 'last week'],
    [
      'as it is where the image has its own',
      `<html lang=en><meta name="html:image:date" content="2026-11-28">`,
      '2026-11-28',
    ],
  ])('has its date %s', (_what, text, expected) => {
    expect(published(text)).toBe(expected);
  });

  it('has its date unchanged for a template that takes it apart', () => {
    expect(published(`<html lang=en>${on('2026-11-28')}`, '2026-01-31')).toBe('2026-11-28');
    expect(toPageVariables(readPageTags('<html lang=en><title>2026-11-28</title>'), variables, {})).toEqual({
      title: '2026-11-28',
    });
  });

  it('is what the map says instead', () => {
    const map = { city: 'geo.placename', title: 'og:title' };
    expect(read('<meta name="geo.placename" content="Rome"><title>T</title>', map)).toEqual({ city: 'Rome' });
  });

  const meta = '<meta property="og:title" content="Og">';
  it.each([
    ['behind elements of a head', '<link rel=x><style>b{}</style><script>"<b>"</script><base href=/>', true],
    ['behind a pixel for clients without scripts', '<noscript><img src=x><b></noscript>', true],
    ['behind a template', '<template><p><template></template><body></template>', true],
    ['behind ends that match nothing', '</b></title></svg>', true],
    ['behind the end of the head', '<head></head>', true],
    ['behind a comment', '<!-- <body> -->', true],
    ['in a body', '<body>', false],
    ['behind a body whose tag is left out', '<head></head><p>', false],
    ['behind an element that cannot stand in a head', '<head><svg></svg>', false],
    ['behind an element of one’s own', '<my-header/>', false],
    ['in what clients without scripts see', '<noscript>', false],
    ['in a template', '<template>', false],
    ['in a comment', '<!--', false],
    ['in a title', '<title>', false],
    ['in a script', '<script type="application/ld+json">', false],
  ])('is read %s: %s (%s)', (_what, before, isRead) => {
    expect(readPageTags(before + meta).tags.has('og:title')).toBe(isRead);
  });

  it('names the element that ended the head too early', () => {
    expect(readPageTags(`<head><div>${meta}`).headEndedBy).toBe('div');
    expect(readPageTags(`<head>${meta}<body><div>`).headEndedBy).toBeUndefined();
  });

  it('takes the first of two equal attributes, decoded, and JSON-LD once', () => {
    const html = `<META NAME="a" name=b Content='1 &lt; 2 &amp; &#x43; &bogus;' content=3>${ld('{"b":"x"}')}`;
    const { tags, jsonLd } = readPageTags(html);
    expect([...tags]).toEqual([['a', ['1 < 2 & C &bogus;']]]);
    expect([...jsonLd]).toEqual([['b', 'x']]);
  });

  it('has at most 20 scripts of JSON-LD parsed, each once', () => {
    const parse = vi.spyOn(JSON, 'parse');
    readPageTags(ld('[{},{"a":"b"}]').repeat(30));
    const calls = parse.mock.calls.length;
    parse.mockRestore();
    expect(calls).toBe(20);
    // longer scripts are not parsed at all
    expect(readPageTags(ld(`{"a":"${'x'.repeat(200_000)}"}`)).jsonLd.size).toBe(0);
  });

  it('names its image in front of its body only', () => {
    const image = '<meta property="og:image" content="https://img.example/v1/s/a-0123456789abcdef/x.jpg?utm=1">';
    const names = (text: string) => hasSiteImage(readPageTags(text), '/v1/s/a-0123456789abcdef/x.jpg');
    expect(names(image.replace('/v1', '/cards/v1'))).toBe(true);
    expect([names(image), names(`<body>${image}`), names(image.replace('x.jpg', 'y.jpg'))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the path of a site image', () => {
  const siteId = createSiteId('ana', 'https://example.com');

  it.each(['/', '/blog', '/blog/', '/a/b.html', '/caf%C3%A9', '/index.html'])('is found again for %s', (page) => {
    for (const ending of ['jpg', 'jpeg', 'png', 'webp'])
      expect(readSitePath(siteImagePathOf(siteId, page, ending))).toMatchObject({ accountId: 'ana', siteId, page });
  });

  it.each([
    '/../x',
    '/a/../x',
    '/a//b',
    '/%2e%2e/x',
    '/a%2fb',
    '/a%5cb',
    '/%zz',
    '/a b',
    '/a\n',
    '/a?b',
    '/ä',
    `/${'a'.repeat(1_100)}`,
  ])('has no room for %s', (page) => {
    expect(readSitePath(siteImagePathOf(siteId, page))).toBeUndefined();
  });
});
