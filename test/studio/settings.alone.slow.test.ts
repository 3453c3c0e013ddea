import { createServer } from 'node:http';
import { settingsNames } from 'image-url-studio/page/shell/places.ts';
import { words } from 'image-url-studio/page/words.ts';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../local/listen.ts';
import { createClient } from '../../packages/client/src/create-client.ts';
import { useFolder } from '../support/folder.ts';
import { startDev } from '../support/running-service.ts';
import { describeInBrowser, diagnostics } from './browser.ts';

const folder = useFolder();
// an account of its own: what others make of a shared one would be in its lists
const { address, stop } = await startDev(folder);
afterAll(() => stop());
const { studioUrl, baseUrl, imageUrl, apiKey } = address;
const { sections } = words.settings;

const clipboard = async (page: Page): Promise<string> => String(await page.evaluate('navigator.clipboard.readText()'));

const api = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

/** Opens a section of the settings by its link. */
const openSection = async (page: Page, name: keyof typeof sections): Promise<void> => {
  const settings = page.getByRole('button', { name: words.settings.title });
  if ((await settings.getAttribute('aria-pressed')) !== 'true') await settings.click();
  await page.getByRole('link', { name: sections[name], exact: true }).click();
  await page.getByRole('heading', { level: 1, name: sections[name] }).waitFor();
};

/** Code of a template that fails for the title "fails". */
const fragile = `export const options = { width: 300, height: 150, format: 'png' };
export default function Card({ title = 'works' }) {
  if (title === 'fails') throw new Error('No card for this title');
  return <div style={{ display: 'flex', width: '100%', height: '100%', background: 'white' }}>{title}</div>;
}
`;

describeInBrowser('the settings of the studio', (open) => {
  const own = it.extend<{ page: Page }>({
    page: async ({ task: _task }, use) => {
      const { page, complaints, close } = await open(studioUrl);
      await use(page);
      expect(complaints).toEqual([]);
      await close();
    },
  });

  own('show who fetched which image', async ({ page }) => {
    const body = { templateId: 'starter-quote', variables: { quote: 'Seen', author: 'Ana' } };
    const { url } = await api<{ url: string }>('POST', '/v1/url', body);
    await (await fetch(url, { headers: { 'user-agent': 'LinkedInBot/1.0' } })).arrayBuffer();
    const counted = async () => (await api<{ total: number }>('GET', '/v1/views?by=platform')).total;
    await expect.poll(counted).toBeGreaterThan(0);

    await openSection(page, 'views');
    await page.getByRole('row', { name: /^LinkedIn \d/ }).waitFor();
    await page.getByRole('row', { name: /^Quote \d/ }).waitFor();
    await page.getByRole('link', { name: 'Quote: Ana · Seen' }).waitFor();
    expect(await page.getByRole('list', { name: words.views.byDay }).getByRole('listitem').count()).toBe(30);
  });

  own('show the views of the template whose header leads to them', async ({ page }) => {
    const { templateId } = await api<{ templateId: string }>('POST', '/v1/templates', {
      name: 'Looked at',
      code: fragile,
    });
    const { url } = await api<{ url: string }>('POST', '/v1/url', { templateId, variables: { title: 'Seen' } });
    await (await fetch(url, { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } })).arrayBuffer();
    const counted = async () =>
      (await api<{ total: number }>('GET', `/v1/views?by=day&templateId=${templateId}`)).total;
    await expect.poll(counted).toBe(1);
    await page.goto(`${studioUrl.split('#')[0]}#/templates/${templateId}`);

    await page.getByRole('button', { name: words.header.views }).click();

    await page.getByRole('heading', { level: 1, name: sections.views }).waitFor();
    await expect.poll(() => page.locator('#views-template').inputValue()).toBe(templateId);
    await page.getByRole('row', { name: /^Slack 1/ }).waitFor();
    await page.getByRole('link', { name: /Looked at/ }).waitFor();
  });

  own('create a signing key by keys alone, whose .env signs URLs that show an image', async ({ page }) => {
    await page.getByRole('button', { name: /^Quote/ }).waitFor();
    const press = async (isThere: () => Promise<unknown>): Promise<void> => {
      while (!(await isThere())) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    const has = (text: string) => () =>
      page.evaluate(
        `[document.activeElement.ariaLabel, document.activeElement.innerText].includes(${JSON.stringify(text)})`,
      );
    await press(has(words.settings.title));
    await press(has(sections['signing-keys']));
    await press(has(words.signingKeys.create));
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('signing-key-name');
    await page.keyboard.type('My site');
    await expect.poll(() => page.locator('#signing-key-name').inputValue()).toBe('My site');
    await page.keyboard.press('Enter');
    await page.getByText(words.secret.once).waitFor();
    expect(await diagnostics(page), 'the new key').toEqual([]);
    await press(has(words.settings.copy));
    await page.getByRole('button', { name: words.settings.copied }).waitFor();
    const env = Object.fromEntries((await clipboard(page)).split('\n').map((line) => line.split('=', 2)));
    expect([env.IMAGE_URL_HOST, env.IMAGE_URL_BASE_URL]).toEqual([imageUrl, baseUrl]);

    const client = createClient({ imageHost: env.IMAGE_URL_HOST, signingKey: env.IMAGE_URL_SIGNING_KEY });
    const image = await fetch(client.sign({ templateId: 'starter-quote', variables: { quote: 'Signed by the site' } }));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);

    await press(has(words.secret.done));
    expect(await page.content(), 'the secret is shown once').not.toContain('iusk.');
    await page
      .getByRole('list', { name: sections['signing-keys'] })
      .getByText('My site', { exact: true })
      .first()
      .waitFor();
    await page.getByRole('button', { name: `${words.settings.delete} My site` }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.settings.deleteNow, exact: true }).click();
    await page.getByText(words.signingKeys.none).waitFor();
  });

  own('register a site, whose copied tag gives its page an image', async ({ page }) => {
    let head = '';
    const site = await listen(
      createServer((_, response) =>
        response
          .setHeader('content-type', 'text/html')
          .end(`<head><title>A page of its own</title>${head}</head><body></body>`),
      ),
    );
    await openSection(page, 'sites');
    await page.getByRole('button', { name: words.sites.create }).click();
    await page.getByLabel(words.sites.origin).fill('ftp://example.com');
    await page.getByRole('button', { name: words.sites.register, exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'origin must be' }).waitFor();
    await page.getByLabel(words.sites.origin).fill(site.url);
    // templates of the account, which other tests create, come first
    await page.locator('#site-template').selectOption('starter-article');
    await page.getByRole('button', { name: words.sites.register, exact: true }).click();
    const entry = page.getByRole('list', { name: sections.sites }).getByRole('listitem').filter({ hasText: site.url });
    await entry.getByLabel(words.sites.page).fill('/without/tags');
    await entry.getByRole('button', { name: words.sites.show }).click();
    await entry
      .getByRole('alert')
      .filter({ hasText: /^No image: / })
      .waitFor();
    await entry.getByLabel(words.sites.page).fill('/blog/first');
    await entry.getByRole('button', { name: words.settings.copy }).click();
    await entry.getByRole('button', { name: words.settings.copied }).waitFor();
    head = await clipboard(page);
    expect(head).toContain('<meta property="og:image:width" content="1200" />');
    await entry.getByRole('button', { name: words.sites.readAgain }).click();
    await page.getByText(words.sites.willBeRead('/blog/first')).waitFor();
    await entry.getByRole('button', { name: words.sites.show }).click();
    const image = entry.getByAltText(words.sites.imageOf(`${site.url}/blog/first`));
    await image.waitFor();
    await expect
      .poll(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1_200);
    expect(await diagnostics(page)).toEqual([]);

    await entry.getByRole('button', { name: `${words.settings.delete} ${site.url}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.settings.deleteNow, exact: true }).click();
    await entry.waitFor({ state: 'detached' });
    await site.close();
  });

  own('lead from a failed image to its template with the values at fault, where it is fixed', async ({ page }) => {
    const { templateId } = await api<{ templateId: string }>('POST', '/v1/templates', {
      name: 'Fragile',
      code: fragile,
    });
    const { signingKey } = await api<{ signingKey: string }>('POST', '/v1/signing-keys', { name: 'fragile' });
    const sign = (title: string) =>
      createClient({ imageHost: imageUrl, signingKey }).sign({ templateId, variables: { title } });
    expect((await fetch(sign('fails'))).status).toBe(422);

    await openSection(page, 'failures');
    const entry = page
      .getByRole('list', { name: sections.failures })
      .getByRole('listitem')
      .filter({ hasText: 'Fragile' });
    await entry.getByText('No card for this title').waitFor();
    expect(await diagnostics(page)).toEqual([]);
    await entry.getByRole('button', { name: words.failures.open }).click();
    const code = page.getByRole('textbox', { name: 'Code of the template' });
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('fails');
    await page.getByRole('list', { name: 'Diagnostics' }).getByText('No card for this title').waitFor();

    await code.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(fragile.replace(/ {2}if.*\n/, ''))})`);
    await page.keyboard.press('ControlOrMeta+v');
    // the browser reads the clipboard later than the next key
    await code.filter({ hasNotText: 'No card for this title' }).filter({ hasText: 'export default' }).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved, version 2').waitFor();
    expect((await fetch(sign('mended'))).headers.get('content-type')).toBe('image/webp');
  });

  own('are only those that the API key may change', async ({ page }) => {
    const { apiKey: narrow } = await api<{ apiKey: string }>('POST', '/v1/keys', {
      name: 'narrow',
      scopes: ['templates:read', 'sites:write'],
    });
    // the studio's server has the key of the developer: what it forwards is sent with the narrow one
    await page.route('**/v1/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const headers = { authorization: `Bearer ${narrow}`, 'content-type': 'application/json' };
      await route.fulfill({ response: await route.fetch({ url: `${baseUrl}${pathname}${search}`, headers }) });
    });
    await page.getByRole('button', { name: words.settings.title }).click();
    const links = page.getByRole('navigation', { name: words.settings.title }).getByRole('link');
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toEqual([sections.sites, sections.fonts]);
    await page.getByRole('heading', { level: 1, name: sections.sites }).waitFor();
    await page.getByRole('list', { name: sections.sites }).waitFor();
    expect(await page.getByRole('button', { name: words.sites.create }).count(), 'a site needs mint too').toBe(0);
    await links.last().click();
    await page.getByText(words.fonts.none).waitFor();
    expect(await page.getByLabel(words.fonts.upload).count()).toBe(0);
  });

  own('have an address each, and nothing for axe in any', async ({ page }) => {
    await page.getByRole('button', { name: /^Quote/ }).waitFor();
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    for (const name of settingsNames) {
      await openSection(page, name);
      expect(page.url()).toContain(`#/settings/${name}`);
      await page.getByText(words.settings.loading).waitFor({ state: 'detached' });
      expect(await diagnostics(page), name).toEqual([]);
    }
    expect(refused, 'the studio asks for nothing that its key may not do').toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: sections.fonts }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: sections.fonts }).waitFor();
  });
});
