import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { buildStudio } from 'image-url-studio/build.ts';
import { words } from 'image-url-studio/page/words.ts';
import { contentSecurityPolicy, fixedHeaders, pageDocument } from 'image-url-studio/server/page-document.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Emulator, listen } from '../../local/listen.ts';
import { useFolder } from '../support/folder.ts';
import { startDev } from '../support/running-service.ts';
import { beginFrom, describeInBrowser, diagnostics } from './browser.ts';

const nonce = 'of-the-build';
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** What CloudFront does with the files of a stage's studio: fixed headers, and nothing that looks at a request. */
const staticHost = (folder: string, parts: () => { apiUrl: string; imageOrigin: string }) =>
  createServer(async ({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url;
    const { apiUrl, imageOrigin } = parts();
    const headers = {
      ...fixedHeaders,
      'Content-Security-Policy': contentSecurityPolicy({ nonce, imageOrigin, apiOrigin: new URL(apiUrl).origin }),
      'Content-Type': types[extname(path)] ?? (path.endsWith('.html') ? 'text/html' : 'application/octet-stream'),
    };
    const body = await readFile(join(folder, path)).catch(() => undefined);
    if (!body) return void response.writeHead(404, headers).end();
    const isDocument = path === '/index.html';
    response.writeHead(200, headers).end(isDocument ? pageDocument(body.toString(), { nonce, apiUrl }) : body);
  });

describeInBrowser('the studio of a stage', (open) => {
  const folder = useFolder();
  let host: Emulator;
  let service: Awaited<ReturnType<typeof startDev>>;
  beforeAll(async () => {
    const page = join(folder, 'page');
    await buildStudio(page);
    host = await listen(
      staticHost(page, () => ({ apiUrl: service.address.baseUrl, imageOrigin: service.address.imageUrl })),
    );
    service = await startDev(join(folder, 'data'), { STUDIO_ORIGIN: host.url });
  });
  afterAll(async () => {
    await Promise.all([service.stop(), host.close()]);
  });

  it('is opened with a key that stays in its tab, and mints without anything between it and the API', async () => {
    const { page, complaints, close } = await open(host.url);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    const key = page.getByLabel('API key');
    await key.fill('iu_not_a_key');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await diagnostics(page)).toEqual([]);
    await key.fill(` ${service.address.apiKey}\n`);
    await page.keyboard.press('Enter');
    await beginFrom(page, 'Blank card');

    await page.keyboard.press('ControlOrMeta+Enter');
    const dialog = page.getByRole('dialog', { name: words.mint.title });
    await dialog.getByRole('tab', { name: words.mint.tabs.image }).click();
    await dialog.getByRole('button', { name: words.mint.mintIt }).click();
    await dialog.getByRole('tab', { name: 'URL' }).click();
    const url = String(await dialog.locator('pre').textContent());
    expect((await fetch(url)).headers.get('content-type')).toBe('image/webp');
    await page.keyboard.press('Escape');
    await page.getByText('Saved, version 1').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Compare with version 1' }).click();
    await page.getByRole('status').filter({ hasText: 'No pixel differs' }).waitFor();
    // a face of the catalogue, and what the editor completes: files beside the page
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('export default () => <div style={{ fontFamily: "Dancing Scr');
    await page.keyboard.press('ControlOrMeta+Space');
    await page.locator('.cm-tooltip-autocomplete li').first().filter({ hasText: 'Dancing Script' }).waitFor();
    await page.keyboard.press('Escape');

    const { baseUrl, imageUrl } = service.address;
    expect(new Set(asked.filter((origin) => origin.startsWith('http')))).toEqual(
      new Set([host.url, baseUrl, imageUrl].map((address) => new URL(address).origin)),
    );
    expect(await page.evaluate('JSON.stringify([localStorage, document.cookie])')).not.toContain('iu_');
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await key.waitFor();
    expect(await page.evaluate("sessionStorage.getItem('studio-key')")).toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  it('is the only origin that may read what the API answers', async () => {
    const { baseUrl, apiKey } = service.address;
    const ask = (origin: string, method = 'GET') =>
      fetch(`${baseUrl}/v1/usage`, { method, headers: { origin, authorization: `Bearer ${apiKey}` } });

    const own = await ask(host.url);
    const refused = await fetch(`${baseUrl}/v1/usage`, { headers: { origin: host.url } });
    const preflight = await ask(host.url, 'OPTIONS');
    const foreign = await ask('https://other.example');
    const mint = () =>
      fetch(`${baseUrl}/v1/url`, {
        method: 'POST',
        headers: { origin: host.url, authorization: `Bearer ${apiKey}`, 'idempotency-key': 'read again' },
        body: JSON.stringify({ templateId: 'starter-quote', variables: {} }),
      });
    const minted = [await mint(), await mint()];

    expect(own.headers.get('access-control-allow-origin')).toBe(host.url);
    expect(minted.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([host.url, host.url]);
    expect(minted[1]?.headers.get('idempotent-replayed')).toBe('true');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, host.url]);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(host.url);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([200, null]);

    const foreignSite = await listen(
      createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>Hi')),
    );
    const { page, close } = await open(foreignSite.url);
    const outcome = await page.evaluate(
      `fetch(${JSON.stringify(`${baseUrl}/v1/usage`)}, { headers: { authorization: 'Bearer ${apiKey}' } }).then(() => 'read', ({ name }) => name)`,
    );
    expect(outcome).toBe('TypeError');
    await Promise.all([close(), foreignSite.close()]);
  });
});
