import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { service } from '../support/the-service.ts';
import { beginFrom, describeInBrowser, diagnostics } from './browser.ts';

const { studioUrl } = service;

describeInBrowser('room for what is looked at', (open) => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await open(studioUrl));
    await beginFrom(page, 'Article');
  });

  const size = async (selector: string) => (await page.locator(selector).boundingBox()) ?? expect.fail(selector);

  it('two platforms stand side by side on a screen, and X says which text its label covers', async () => {
    await page.getByRole('tab', { name: 'Previews' }).click();
    await page.getByText(`X shows the page's domain over "Ines Moreau"`).waitFor();
    const [x, linkedIn] = await Promise.all(['.card.x', '.card.linkedin'].map(size));
    expect(x?.y).toBeCloseTo(linkedIn?.y ?? 0, 0);
    await page.getByRole('button', { name: 'line 53' }).click();
    await page.locator('.cm-activeLine').filter({ hasText: '{author}</div>' }).waitFor();
    expect(await diagnostics(page)).toEqual([]);
  });

  it('borders are moved by pointer and keys, stay after a reload, and are put back by a double click', async () => {
    const image = page.getByRole('separator', { name: 'Height of the image' });
    const code = page.getByRole('separator', { name: 'Width of the code' });
    const before = await size('.canvas img');
    const { x, y, width } = await size('.splitter.image');
    await page.mouse.move(x + width / 2, y + 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y - 150);
    await page.mouse.up();
    expect((await size('.canvas img')).height).toBeCloseTo(before.height - 152, -1);
    await code.focus();
    for (let n = 0; n < 100; n++) await page.keyboard.press('ArrowRight');
    expect(await code.getAttribute('aria-valuenow')).toBe('75');

    await page.reload();
    await page.getByAltText('The card as the service renders it').waitFor();
    expect(await code.getAttribute('aria-valuenow')).toBe('75');
    await code.dblclick();
    await image.dblclick();
    await expect.poll(() => size('.canvas img')).toEqual(before);
    expect(complaints).toEqual([]);
  });
});
