import { writeShared } from 'image-url-studio/page/share/share-link.ts';
import { settingsNames } from 'image-url-studio/page/shell/places.ts';
import { words } from 'image-url-studio/page/words.ts';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { everyNth } from '../support/effort.ts';
import { useFolder } from '../support/folder.ts';
import { startDev } from '../support/running-service.ts';
import { describeInBrowser, diagnostics, openGallery } from './browser.ts';

const folder = useFolder();
// an account of its own: what others make of a shared one would be in its lists
const { address, stop } = await startDev(folder);
afterAll(() => stop());
const { studioUrl, siteUrl } = address;
const { settings, mint, palette, secret } = words;

const widths = { 390: 844, 1440: 900, 1024: 768 };
const looks = Object.entries(widths).flatMap(([width, height], n) =>
  (n % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)).map((theme) => ({
    width: Number(width),
    height,
    theme,
  })),
);

/** What anybody would see at once: something is wider than the page, a button than its dialog, or a text to copy is cut. */
const findCut = (page: Page): Promise<string[]> =>
  page.evaluate(`[
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
    ...[...document.querySelectorAll('dialog button')].filter((button) => {
      const [inner, outer] = [button, button.closest('dialog')].map((element) => element.getBoundingClientRect());
      return inner.left < outer.left || inner.right > outer.right;
    }).map((button) => button.innerText),
    ...[...document.querySelectorAll('pre')].filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.innerText),
  ]`);

describeInBrowser('every view of the studio', (open) => {
  it.each(everyNth(looks, 2))('is whole and accessible, $width px wide and $theme', async (look) => {
    const { width, height, theme } = look;
    const { page, close } = await open(studioUrl, { viewport: { width, height }, colorScheme: theme });
    const found: Record<string, string[]> = {};
    const lookAt = async (view: string): Promise<void> => {
      const wrong = [...(await findCut(page)), ...(await diagnostics(page))];
      if (wrong.length > 0) found[view] = wrong;
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const run = async (command: string): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill(command);
      await page.getByRole('option', { selected: true }).filter({ hasText: command }).waitFor();
      await page.keyboard.press('Enter');
    };

    await page.getByRole('button', { name: /^Article/ }).click();
    await page.getByAltText(words.image.alt).waitFor();
    await lookAt('editor');
    await button(words.image.safeAreas).click();
    await lookAt('safe areas');
    await button(words.image.safeAreas).click();
    await page.getByRole('tab', { name: words.panels.cases }).click();
    await page.locator('.strip .case img').nth(5).waitFor();
    await lookAt('cases');
    await page.getByRole('tab', { name: words.panels.looks }).click();
    await page.locator('.platform').nth(6).locator('img').waitFor();
    await lookAt('previews');
    await page.getByLabel(words.previews.address).fill(siteUrl);
    await page.keyboard.press('Enter');
    await page.getByText('og:description is missing').waitFor();
    await lookAt('preview of a page');

    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved, version 1').waitFor();
    await page.getByRole('tab', { name: words.panels.history }).click();
    await page.getByRole('textbox', { name: words.editor.label }).click();
    await page.keyboard.type(`// ${'a long line '.repeat(20)}\n`);
    await page.getByRole('button', { name: 'Compare with version 1' }).click();
    await page.getByText('% of the pixels differ').or(page.getByText(words.history.same)).waitFor();
    await lookAt('comparison');
    await button(words.versions.discard).click();
    await lookAt('discard');
    await dialog.getByRole('button', { name: words.discard.discard }).click();
    await button(words.versions.delete).click();
    await lookAt('delete');
    await page.keyboard.press('Escape');
    const [, id] = /templates\/([^/]+)/.exec(page.url()) ?? [];
    await fetch(`${address.baseUrl}/v1/templates/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${address.apiKey}` },
      body: JSON.stringify({ code: 'export default () => <div>theirs</div>;' }),
    });
    await page.getByRole('textbox', { name: words.editor.label }).click();
    await page.keyboard.type('// mine\n');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText(words.conflict.text).waitFor();
    await lookAt('conflict');
    await button(words.conflict.takeTheirs).click();
    await page.getByRole('textbox', { name: words.editor.label }).filter({ hasText: 'theirs' }).waitFor();
    await page.getByAltText(words.image.alt).waitFor();

    await button(palette.commands.getUrl).click();
    await dialog.locator('pre').first().waitFor();
    await button(mint.newKey).click();
    await page.getByText(secret.once).waitFor();
    await lookAt('code that signs');
    await page.getByRole('tab', { name: mint.tabs.mint }).click();
    await lookAt('code that mints');
    await page.getByRole('tab', { name: mint.tabs.image }).click();
    await button(mint.mintIt).click();
    await dialog.getByText('This URL shows').waitFor();
    await lookAt('a minted image');
    await page.getByRole('tab', { name: 'URL', exact: true }).click();
    await lookAt('a URL');
    await page.keyboard.press('Escape');

    await run(palette.commands.fonts);
    await dialog.getByRole('list').waitFor();
    await lookAt('fonts');
    await page.keyboard.press('Escape');
    await run(palette.commands.shortcuts);
    await dialog.waitFor();
    await lookAt('shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await lookAt('palette');
    await page.keyboard.press('Escape');

    await openGallery(page);
    await page.getByRole('heading', { name: words.gallery.yours }).waitFor();
    await lookAt('templates');
    const shared = { name: 'Shared', code: `// ${'a long line '.repeat(20)}`, values: {} };
    await page.evaluate(`location.hash = '#share=${await writeShared(shared)}'`);
    await dialog.waitFor();
    await lookAt('a shared template');
    await page.keyboard.press('Escape');

    await button(settings.title).click();
    for (const name of settingsNames) {
      await page.getByRole('link', { name: settings.sections[name], exact: true }).click();
      await page.getByRole('heading', { level: 1, name: settings.sections[name] }).waitFor();
      await page.getByText(settings.loading).waitFor({ state: 'detached' });
      await lookAt(name);
      const create = { 'api-keys': words.apiKeys.create, 'signing-keys': words.signingKeys.create }[name as string];
      if (create !== undefined) {
        await button(create).click();
        await lookAt(`${name}: form`);
        await page.getByLabel(settings.name, { exact: true }).fill('A key');
        await button(settings.create).click();
        await page.getByText(secret.once).waitFor();
        await lookAt(`${name}: secret`);
        await button(secret.done).click();
        await page
          .getByRole('button', { name: `${settings.delete} A key` })
          .first()
          .click();
        await lookAt(`${name}: delete`);
        await page.keyboard.press('Escape');
      }
      if (name === 'sites') {
        await button(words.sites.create).click();
        await lookAt('sites: form');
      }
    }
    expect(found).toEqual({});
    await close();
  });
});
