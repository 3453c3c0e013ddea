import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isChromiumThere } from '../fidelity/chromium.ts';
import { diagnostics, openBrowser, openStudio } from './browser.ts';

const { studioUrl } = inject('service');
const isThere = isChromiumThere();

const periodEnd = new Date(Date.now() + 86_400_000).toISOString();
const event = { used: 8, limit: 10, periodEnd, sentAt: new Date().toISOString() };
const month = {
  ...{ plan: 'own', status: 'active', period: { start: event.sentAt, end: periodEnd } },
  imageMints: { used: 8, limit: 10, remaining: 2 },
  aiGenerations: { used: 0, limit: null, remaining: null },
};
const mints = { what: 'mints', threshold: 80, ...event };
const key = { what: 'monthlyMints', keyId: 'k1', threshold: 100, ...event };

describe.skipIf(!isThere)(`usage in the studio${isThere ? '' : ' (SKIPPED: Chromium is not installed)'}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('says which limits are reached or nearly used up, and nothing where none is', async () => {
    const { page, complaints, close } = await openStudio(browser, 'about:blank');
    let events: readonly object[] = [];
    await page.route('**/v1/usage', (route) => route.fulfill({ json: { ...month, events } }));
    await page.goto(studioUrl);
    await page.locator('.usage').first().waitFor();
    const mark = page.locator('.usage.reached');
    expect(await mark.count()).toBe(0);

    for (const [given, text, title] of [
      [[mints], '80% of a limit used', '80% of 10 mints of the month used'],
      [[mints, key], 'Limit reached', 'All 10 mints of the API key k1 used\n80% of 10 mints of the month used'],
    ] as const) {
      events = given;
      await page.reload();
      await expect.poll(() => mark.textContent()).toBe(text);
      expect(await mark.getAttribute('title')).toBe(title);
      expect(await diagnostics(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});
