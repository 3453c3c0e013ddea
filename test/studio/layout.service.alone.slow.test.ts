import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { service } from '../support/the-service.ts';
import { beginFrom, describeInBrowser, diagnostics } from './browser.ts';

const { studioUrl } = service;
const file = join(import.meta.dirname, 'layout.json');
/** CSS pixels by which browsers of other versions may round and set text otherwise. */
const tolerance = 4;
const viewports = {
  'a laptop': { width: 1024, height: 768 },
  'a screen': { width: 1440, height: 900 },
  'a phone': { width: 390, height: 844 },
};

/** What makes up the page's layout, by what it is; each is on the page once. */
const parts = {
  header: '.top',
  'save button': 'button.save',
  'mint button': '.top .primary',
  editor: '.cm-editor',
  image: '.rendered img',
  'facts of the image': '.stage .facts',
  tabs: '.below .tabs',
  'panel below': '.below .panel',
  'first control': '.variable input, .variable textarea',
};

/** Left, top, width and height. */
type Rectangle = readonly number[];

/** Where the parts of the page lie, in CSS pixels of the document. */
const getLayout = async (page: Page): Promise<Record<string, Rectangle>> => {
  const found = Object.entries(parts).map(async ([name, selector]) => {
    const box = (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return [name, [box.x, box.y, box.width, box.height].map(Math.round)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
};

describeInBrowser('the layout of the studio', (open) => {
  const golden: Record<string, Record<string, Rectangle>> = JSON.parse(readFileSync(file, 'utf8'));

  it.each(Object.entries(viewports))('is as it was looked at, on %s', async (name, viewport) => {
    const { page, close } = await open(studioUrl, { viewport });
    await beginFrom(page, 'Article');
    await page.getByLabel('Title', { exact: true }).waitFor();
    await page.evaluate('document.fonts.ready');
    const layout = await getLayout(page);
    const wide: number = await page.evaluate('document.documentElement.scrollWidth');

    if (process.env.UPDATE_LAYOUT) {
      golden[name] = layout;
      writeFileSync(
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
