import { request } from 'node:http';
import { buildPage, type PageFiles } from 'image-url-studio/server/page-files.ts';
import { studioServer } from 'image-url-studio/server/studio-server.ts';
import { serviceConnection } from 'image-url-studio/templates/service-connection.ts';
import {
  type OpenTemplate,
  Refusal,
  revisionConflict,
  type TemplateSource,
} from 'image-url-studio/templates/template-source.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, listen } from '../../../local/listen.ts';

const session = 'the-session';
const card: OpenTemplate = { id: 'card', name: '<b>Card</b>', code: 'code', isStarter: false, revision: '3' };
const asked: string[] = [];
let changed: (id: string) => void = () => undefined;

/** Templates of a kind that tells of changes, as files do. */
const templates: TemplateSource = {
  kind: 'files',
  list: async () => [{ id: 'card', name: card.name, description: '', isStarter: false, preview: '' }],
  read: async (id) => {
    if (id === 'a/b') throw new Refusal(404, 'TEMPLATE_NOT_FOUND', 'There is no such template.');
    return card;
  },
  save: async (draft) => {
    if (draft.revision === '2') throw revisionConflict();
    return { ...card, ...draft, revision: '4' } as OpenTemplate;
  },
  remove: async (id) => void asked.push(`remove ${id}`),
  watch: (listener) => {
    changed = listener;
    return () => asked.push('stopped watching');
  },
};

let page: PageFiles;
let server: Emulator;
beforeAll(async () => {
  page = await buildPage();
  const settings = { templates, session, page: async () => page, imageOrigin: 'http://127.0.0.1:8788' };
  const service = async ({ method, path, body }: { method: string; path: string; body?: unknown }) => {
    asked.push(`${method} ${path} ${body}`);
    return { status: 418, body: '{"code":"TEAPOT","message":"No."}' };
  };
  const previewPage = async (address: string) => {
    asked.push(`preview ${address}`);
    return { url: address, site: 'localhost', platforms: [], images: [], diagnostics: [] };
  };
  server = await listen(studioServer({ ...settings, service, previewPage }));
});
afterAll(() => server.close());

const own = { 'studio-session': session };

/** A request as any program could send it; browsers do not let pages choose these headers. */
const send = (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    sent.on('error', reject).end(body);
  });

describe('the studio’s server', () => {
  it('gives out the page to anybody, with a policy under which text is never markup or script', async () => {
    const first = await send('/');
    const second = await send('/');

    expect(first.status).toBe(200);
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(first.text).toContain(`nonce="${nonce}"`);
    expect(second.text).not.toContain(String(nonce));
    expect((await send('/main.js')).headers['content-encoding']).toBe('br');
    expect((await send('/../../package.json')).status).toBe(404);
  });

  it('has at most 260 KB to load, fonts included', () => {
    expect([...page.values()].reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(260_000);
    expect([...page.keys()]).toEqual(expect.arrayContaining(['/index.html', '/main.js', '/main.css']));
  });

  it.each([
    ['no session', {}, 401],
    ['another session', { 'studio-session': 'the-sessiom' }, 401],
    ['a page of another site', { ...own, origin: 'https://other.example' }, 403],
    ['a page of another port', { ...own, origin: 'http://127.0.0.1:1' }, 403],
    ['a page without an origin', { ...own, origin: 'null' }, 403],
    ['a page of another site, by what the browser says', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of another port, by what the browser says', { ...own, 'sec-fetch-site': 'same-site' }, 403],
    ['a name of another site that leads here', { ...own, host: 'other.example' }, 421],
    ['loopback under another port', { ...own, host: '127.0.0.1:1' }, 421],
  ])('does nothing for %s', async (_who, headers, status) => {
    const before = asked.length;
    for (const path of ['/studio/templates', '/studio/changes', '/studio/preview', '/v1/usage'])
      expect((await send(path, headers as Record<string, string>)).status, path).toBe(status);
    expect((await send('/studio/templates/card', headers as Record<string, string>, 'DELETE')).status).toBe(status);
    expect(asked.length).toBe(before);
  });

  it('gives out no page under a foreign name either', async () => {
    expect((await send('/', { host: 'other.example' })).status).toBe(421);
  });

  it('lists, reads, saves and removes templates where they are kept', async () => {
    const json = async (path: string, method = 'GET', body?: object) => {
      const { status, text } = await send(path, own, method, JSON.stringify(body));
      return { status, ...JSON.parse(text) };
    };

    expect(await json('/studio/templates')).toMatchObject({ status: 200, kind: 'files', templates: [{ id: 'card' }] });
    expect(await json('/studio/templates/card')).toMatchObject({ status: 200, ...card });
    expect(await json('/studio/templates/a%2Fb')).toMatchObject({ status: 404, code: 'TEMPLATE_NOT_FOUND' });
    const draft = { name: 'New', code: 'x' };
    expect(await json('/studio/templates', 'POST', draft)).toMatchObject({ status: 200, ...draft, revision: '4' });
    expect(await json('/studio/templates/card', 'PUT', { ...draft, revision: '2' })).toMatchObject({
      ...{ status: 409, code: 'REVISION_CONFLICT' },
    });
    expect(await json('/studio/templates/card', 'DELETE')).toMatchObject({ status: 200, id: 'card' });
    expect(asked).toContain('remove card');
    expect(await json('/studio/templates/card', 'POST', draft)).toMatchObject({ status: 405 });
    expect(await json('/studio/nothing')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await send('/studio/templates', own, 'POST', '{')).status).toBe(400);
    expect((await send('/studio/templates/%', own)).status).toBe(400);
    expect((await send('/studio/templates', own, 'POST', 'x'.repeat(6_000_000))).status).toBe(413);
  });

  it('previews the page whose address it is given', async () => {
    const preview = async (body: string) => (await send('/studio/preview', own, 'POST', body)).status;
    expect(await preview('{"url":"http://localhost:3000/"}')).toBe(200);
    expect(asked).toContain('preview http://localhost:3000/');
    expect([await preview('{"url":1}'), await preview('{}'), await preview('{')]).toEqual([400, 400, 400]);
    expect((await send('/studio/preview', own)).status).toBe(404);
  });

  it('hands on what is asked of the service, and its answer', async () => {
    const answer = await send('/v1/templates/check?x=1', own, 'POST', '{"code":""}');
    expect(asked).toContain('POST /v1/templates/check?x=1 {"code":""}');
    expect(answer).toMatchObject({ status: 418, text: '{"code":"TEAPOT","message":"No."}' });
  });

  it('tells of templates that changed elsewhere, until the page goes', async () => {
    const gone = new AbortController();
    const response = await fetch(`${server.url}/studio/changes`, { headers: own, signal: gone.signal });
    const reader = response.body?.getReader();
    changed('card');
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"id":"card"}\n');
    gone.abort();
    await expect.poll(() => asked).toContain('stopped watching');
  });

  it('says that the service does not answer', async () => {
    const dead = serviceConnection({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key' });
    await expect(dead({ method: 'GET', path: '/v1/usage' })).rejects.toMatchObject({
      status: 502,
      code: 'UNREACHABLE',
    });
  });
});
