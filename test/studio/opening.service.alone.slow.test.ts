import { readFile } from 'node:fs/promises';
import { writeShared } from 'image-url-studio/page/share/share-link.ts';
import { words } from 'image-url-studio/page/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { service } from '../support/the-service.ts';
import { beginFrom, describeInBrowser, diagnostics } from './browser.ts';

const { studioUrl } = service;
const { origin, hash } = new URL(studioUrl);

describeInBrowser('opening the studio', (open) => {
  it('works by pasting the printed address into a tab that was closed to it', async () => {
    const { page, close } = await open(`${origin}/`);
    await page.getByRole('heading', { name: words.locked.title }).waitFor();
    expect(await diagnostics(page)).toEqual([]);
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.getByRole('button', { name: /^Blank card/ }).waitFor();
    await close();
  });

  it('leads home from a template that does not exist, and says so', async () => {
    const { page, close } = await open(studioUrl);
    await beginFrom(page, 'Blank card');
    await page.evaluate("location.hash = '#/templates/no-such-template'");
    await page.locator('.notice.bad').waitFor();
    await page.getByRole('heading', { name: words.gallery.starters }).waitFor();
    expect(page.url()).toMatch(/#\/$/);
    await close();
  });

  it('shows a share link as it is written, whatever its name and code do to text', async () => {
    const shared = {
      name: '\u202egpj.card',
      code: `// \u2066safe\n${'W'.repeat(3_000)}`,
      values: { title: '\u202ea' },
    };
    const { page, close } = await open(`${origin}/#share=${await writeShared(shared)}`, {
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole('heading', { name: '\\u202egpj.card' }).waitFor();
    await page.getByLabel(words.share.code, { exact: true }).filter({ hasText: '// \\u2066safe' }).waitFor();
    expect(await page.innerText('body')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    await close();
    const long = await open(`${origin}/#share=${await writeShared({ name: 'W'.repeat(120), code: 'a', values: {} })}`, {
      viewport: { width: 390, height: 800 },
    });
    const { width = 0, x = 0 } = (await long.page.getByRole('heading', { name: 'WWW' }).boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(390);
    await long.close();
  });

  it('shows the code of a share link without a session, as text, and says that a damaged one is', async () => {
    const shared = { name: '<b>Shared</b>', code: '</pre><em>x</em>', values: { title: 'a' } };
    const { page, complaints, close } = await open(`${origin}/#share=${await writeShared(shared)}`);
    await page.getByRole('heading', { name: '<b>Shared</b>' }).waitFor();
    await page.getByLabel(words.share.code, { exact: true }).filter({ hasText: shared.code }).waitFor();
    expect(await page.locator('b, pre em').count()).toBe(0);
    expect(await diagnostics(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
    const damaged = await open(`${origin}/#share=broken`);
    await damaged.page.getByRole('alert').filter({ hasText: words.share.damaged }).waitFor();
    await damaged.close();
  });
});

describeInBrowser('the commands of the studio', (open) => {
  const own = it.extend<{ page: Page }>({
    page: async ({ task: _task }, use) => {
      const { page, complaints, close } = await open(studioUrl);
      await page.getByRole('button', { name: /^Blank card/ }).waitFor();
      await use(page);
      expect(complaints).toEqual([]);
      await close();
    },
  });

  own('are found by name, by keys alone, as templates and starters are', async ({ page }) => {
    const { commands } = words.palette;
    const choose = async (name: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill(name);
      await page.getByRole('option', { selected: true }).filter({ hasText: name }).waitFor();
      await page.keyboard.press('Enter');
    };
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').waitFor();
    expect(await diagnostics(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await choose('Quote');
    await page.getByAltText(words.image.alt).waitFor();
    await expect.poll(() => page.title()).toBe('My quote · Studio');

    await choose(commands.duplicate);
    await expect.poll(() => page.getByLabel('Name of the template').inputValue()).toBe('Copy of My quote');
    await choose(words.settings.sections.sites);
    await page.getByRole('heading', { level: 1, name: words.settings.sections.sites }).waitFor();
    await choose(commands.templates);
    await page.getByLabel(words.gallery.search).fill('quot');
    await page.getByRole('button', { name: /^Quote/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Article/ }).count()).toBe(0);
  });

  own('lose no key that is pressed while the page is busy', async ({ page }) => {
    const palette = page.getByRole('combobox');
    const isOpen = (name: string) => page.getByRole('dialog', { name }).waitFor();
    /** Presses keys that the page receives at once, behind a long task. */
    const pressAtOnce = async (...keys: string[]): Promise<void> => {
      await page.evaluate(
        'setTimeout(() => { const end = performance.now() + 500; while (performance.now() < end); })',
      );
      const { keyboard } = page;
      const press = (combination: string) => {
        const held = combination.split('+');
        return [...held.map((key) => keyboard.down(key)), ...held.toReversed().map((key) => keyboard.up(key))];
      };
      // none waits until the page has handled the one before
      await Promise.all(keys.flatMap(press));
    };
    await pressAtOnce('ControlOrMeta+k', 'q', 'u', 'o');
    await expect.poll(() => palette.inputValue()).toBe('quo');
    await pressAtOnce('Escape', 'ControlOrMeta+k');
    await expect.poll(() => palette.inputValue()).toBe('');
    await pressAtOnce('ControlOrMeta+k', 'f');
    await expect.poll(() => palette.inputValue()).toBe('f');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: words.palette.commands.shortcuts }).click();
    await isOpen(words.shortcuts.title);
    await pressAtOnce('Escape', 'ControlOrMeta+k');
    await isOpen(words.palette.title);
    await pressAtOnce('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: /^Describe/ }).click();
    await page.getByLabel(words.ai.describeLabel).fill('A card');
    await pressAtOnce('ControlOrMeta+k', 'Escape');
    expect(await page.getByLabel(words.ai.describeLabel).inputValue(), 'the dialog behind is as it was').toBe('A card');
  });

  own('download the image in each format, show it at 100% and where platforms cut it', async ({ page }) => {
    await beginFrom(page, 'Blank card');
    const signatures = { PNG: '89504e47', WEBP: '52494646', JPEG: 'ffd8ff' };
    for (const [format, signature] of Object.entries(signatures)) {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: words.palette.commands.download(format) }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe(`my-card.${format === 'JPEG' ? 'jpg' : format.toLowerCase()}`);
      expect((await readFile(await download.path())).toString('hex')).toMatch(new RegExp(`^${signature}`));
    }
    const image = page.getByAltText(words.image.alt);
    await page.getByRole('button', { name: /100%/ }).click();
    expect((await image.boundingBox())?.width).toBe(1_200);
    await page.getByRole('button', { name: words.image.safeAreas }).click();
    await page.getByText(words.image.label).waitFor();
    expect(await diagnostics(page)).toEqual([]);
    const size = await page.evaluate('[document.documentElement.scrollWidth, document.documentElement.scrollHeight]');
    expect(size, 'the page has no scrollbar of its own').toEqual([1_440, 900]);
  });

  own('say under its field what is wrong with the address of an image', async ({ page }) => {
    await beginFrom(page, 'Article');
    const field = page.getByLabel('Avatar', { exact: true });
    await field.fill('/me.png');
    await page.getByText(words.address.relative).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('https://none.invalid/me.png');
    await page.getByText(words.address.notFound).waitFor();
    expect(await diagnostics(page)).toEqual([]);
  });

  own('report in front of a dialog', async ({ page }) => {
    await beginFrom(page, 'Blank card');
    await page.getByRole('button', { name: 'Fonts' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(words.fonts.upload)
      .setInputFiles('node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2');
    await page.locator('.notice').waitFor();
    // what is opened last in the top layer is in front; everything outside of a modal dialog is deaf to the pointer
    expect(await page.locator('.notice-place').evaluate((element) => element.matches(':popover-open'))).toBe(true);
  });
});
