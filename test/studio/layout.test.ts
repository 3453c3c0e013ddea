import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isChromiumThere } from '../fidelity/chromium.ts';
import { beginFrom, diagnostics, openBrowser, openStudio } from './browser.ts';
import { getLayout, type Rectangle } from './layout.ts';

const { studioUrl } = inject('service');
const isThere = isChromiumThere();
const file = join(import.meta.dirname, 'layout.json');
/** CSS pixels by which browsers of other versions may round and set text otherwise. */
const tolerance = 4;
const viewports = {
  'a laptop': { width: 1024, height: 768 },
  'a screen': { width: 1440, height: 900 },
  'a phone': { width: 390, height: 844 },
};

describe.skipIf(!isThere)(`the layout of the studio${isThere ? '' : ' (SKIPPED: Chromium is not installed)'}`, () => {
  let browser: Browser;
  let golden: Record<string, Record<string, Rectangle>>;
  beforeAll(async () => {
    golden = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it.each(Object.entries(viewports))('is as it was looked at, on %s', async (name, viewport) => {
    const { page, close } = await openStudio(browser, studioUrl, { viewport });
    await beginFrom(page, 'Article');
    await page.getByLabel('Title', { exact: true }).waitFor();
    await page.evaluate('document.fonts.ready');
    const layout = await getLayout(page);
    const wide: number = await page.evaluate('document.documentElement.scrollWidth');

    if (process.env.UPDATE_LAYOUT) {
      golden[name] = layout;
      await writeFile(
        file,
        `${JSON.stringify(golden, null, 1).replace(/\[\s+([\d\s,-]+?)\s+\]/g, (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`)}\n`,
      );
    }
    const moved = Object.entries(layout).flatMap(([part, now]) => {
      const before = golden[name]?.[part];
      const isNear = before?.every((length, n) => Math.abs(length - (now[n] ?? 0)) <= tolerance);
      return isNear ? [] : [{ part, before, now }];
    });
    expect(moved).toEqual([]);
    expect(Object.keys(golden[name] ?? {})).toEqual(Object.keys(layout));
    expect(await diagnostics(page)).toEqual([]);
    expect(wide, 'nothing is wider than the page').toBeLessThanOrEqual(viewport.width);
    await close();
  });
});
