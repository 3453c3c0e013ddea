import { settingsNames } from 'image-url-studio/page/shell/places.ts';
import { words } from 'image-url-studio/page/words.ts';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';
import { startDev } from '../support/running-service.ts';
import { describeInBrowser, openGallery } from './browser.ts';

const folder = useFolder();
// an account of its own: what others make of a shared one would be in its lists
const { address, stop } = await startDev(folder);
afterAll(() => stop());
const { settings, palette, panels, versions } = words;

/** Text of the element that has the focus; '' for none. */
const focused = async (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement: element } = document;
    return element === document.body ? '' : element.ariaLabel || element.innerText || element.id || element.localName;
  })()`);

/**
 * Presses Tab until the focus is where it began, and leaves the editor by Escape before each.
 *
 * @returns controls that were not reached, and those whose focus cannot be seen
 */
const walk = async (page: Page): Promise<string[]> => {
  await page.evaluate(`{
    const selector = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';
    const scope = document.querySelector('dialog:modal') ?? document;
    window.unreached = new Set([...scope.querySelectorAll(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0 && !element.closest('.cm-panels')));
    window.unseen = new Set();
    window.visited = 0;
  }`);
  for (;;) {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const isDone = await page.evaluate(`(() => {
      const element = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isSeen = element.matches('body, .cm-content') || (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0);
      if (!isSeen) unseen.add(element.outerHTML.slice(0, 120));
      unreached.delete(element);
      window.visited += 1;
      return unreached.size === 0 || window.visited > 400;
    })()`);
    if (isDone) break;
  }
  return page.evaluate(`[
    ...[...unreached].map((element) => 'not reached: ' + element.outerHTML.slice(0, 120)),
    ...[...unseen].map((element) => 'not seen: ' + element),
  ]`);
};

describeInBrowser('the studio by keyboard', (open) => {
  const own = it.extend<{ page: Page }>({
    page: async ({ task: _task }, use) => {
      const { page, complaints, close } = await open(address.studioUrl);
      await page.getByRole('button', { name: /^Blank card/ }).waitFor();
      await use(page);
      expect(complaints).toEqual([]);
      await close();
    },
  });
  const focus = (page: Page, name: string | RegExp) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .focus();
  /** Focuses a control and presses Enter. */
  const press = async (page: Page, name: string | RegExp): Promise<void> => {
    await focus(page, name);
    await page.keyboard.press('Enter');
  };
  const begin = async (page: Page): Promise<void> => {
    await press(page, /^Article/);
    await page.getByAltText(words.image.alt).waitFor();
    await page.getByLabel('Title', { exact: true }).waitFor();
  };

  own('reaches every control of every view, and sees where it is', async ({ page }) => {
    expect(await walk(page), 'templates').toEqual([]);
    await begin(page);
    for (const panel of [panels.variables, panels.cases, panels.looks, panels.history]) {
      const tab = page.getByRole('tab', { name: panel });
      while ((await tab.getAttribute('aria-selected')) !== 'true') {
        await page.getByRole('tab', { selected: true }).focus();
        await page.keyboard.press('ArrowRight');
      }
      expect(await walk(page), panel).toEqual([]);
    }
    await press(page, settings.title);
    for (const name of settingsNames) {
      await page.getByRole('link', { name: settings.sections[name], exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: settings.sections[name] }).waitFor();
      await page.getByText(settings.loading).waitFor({ state: 'detached' });
      expect(await walk(page), name).toEqual([]);
    }
  });

  own('closes each dialog by Escape, and is where it was', async ({ page }) => {
    await begin(page);
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved, version 1').waitFor();
    await page.getByRole('tab', { name: panels.history }).click();
    for (const opener of [
      palette.commands.getUrl,
      palette.commands.fonts,
      palette.commands.shortcuts,
      versions.delete,
    ]) {
      await press(page, opener);
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await focused(page)).trim()).toBe(opener);
    }
    const code = page.getByRole('textbox', { name: words.editor.label });
    await code.focus();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe(words.editor.label);
  });

  own('keeps the focus when what has it goes', async ({ page }) => {
    const lost: string[] = [];
    const note = async (what: string): Promise<void> => {
      // focus that is lost is lost with the next frame
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      if ((await focused(page)) === '') lost.push(what);
    };
    await begin(page);
    await note('a starter');
    await page.getByLabel('Title', { exact: true }).fill('Another');
    await press(page, 'Reset Title');
    await note('a value that is reset');
    await page.getByLabel('Title', { exact: true }).fill('Another');
    await press(page, words.variables.resetAll);
    await note('all values');
    await press(page, palette.commands.save);
    await page.getByText('Saved, version 1').waitFor();
    await note('saving');
    await openGallery(page);
    await page.getByRole('heading', { name: words.gallery.yours }).waitFor();
    await note('the editor');
    await press(page, /^My article/);
    await page.getByAltText(words.image.alt).waitFor();
    await note('a template');
    await press(page, settings.title);
    await page.getByRole('link', { name: settings.sections['api-keys'] }).click();
    await press(page, words.apiKeys.create);
    await press(page, settings.keep);
    await note('a form that is canceled');
    expect(await focused(page)).toBe(words.apiKeys.create);
    await page.keyboard.press('Enter');
    await page.getByLabel(settings.name, { exact: true }).fill('A key');
    await page.keyboard.press('Enter');
    await page.getByText(words.secret.once).waitFor();
    await note('a form');
    await press(page, words.secret.done);
    await note('a secret');
    await press(page, `${settings.delete} A key`);
    await page.getByRole('dialog').getByRole('button', { name: settings.deleteNow, exact: true }).press('Enter');
    await page.locator('.entry-title').getByText('A key', { exact: true }).waitFor({ state: 'detached' });
    await note('what is deleted');
    expect(lost).toEqual([]);
  });
});
