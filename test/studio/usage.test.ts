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

  /** The header of a studio whose account has had these events. */
  const header = async (events: readonly object[]) => {
    const { page, complaints, close } = await openStudio(browser, 'about:blank');
    await page.route('**/v1/usage', (route) => route.fulfill({ json: { ...month, events } }));
    await page.goto(studioUrl);
    await page.locator('.usage').first().waitFor();
    return { page, complaints, close, mark: page.locator('.usage.reached') };
  };

  it('names nothing where no limit was reached', async () => {
    const { mark, close } = await header([]);

    expect(await mark.count()).toBe(0);
    await close();
  });

  it('says that 80% of a limit are used, and which', async () => {
    const { mark, page, complaints, close } = await header([mints]);

    expect(await mark.textContent()).toBe('80% of a limit used');
    expect(await mark.getAttribute('title')).toBe('80% of 10 mints of the month used');
    expect(await diagnostics(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says that a limit is reached before one that is nearly used up', async () => {
    const { mark, page, close } = await header([mints, key]);

    expect(await mark.textContent()).toBe('Limit reached');
    expect(await mark.getAttribute('title')).toBe(
      'All 10 mints of the API key k1 used\n80% of 10 mints of the month used',
    );
    expect(await diagnostics(page)).toEqual([]);
    await close();
  });
});
