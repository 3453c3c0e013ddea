import { expect, it } from 'vitest';
import { service } from '../support/the-service.ts';
import { describeInBrowser, diagnostics } from './browser.ts';

const { studioUrl } = service;

const periodEnd = new Date(Date.now() + 86_400_000).toISOString();
const event = { used: 8, limit: 10, periodEnd, sentAt: new Date().toISOString() };
const month = {
  ...{ plan: 'own', status: 'active', period: { start: event.sentAt, end: periodEnd } },
  imageMints: { used: 8, limit: 10, remaining: 2 },
  aiGenerations: { used: 0, limit: null, remaining: null },
};
const mints = { what: 'mints', threshold: 80, ...event };
const key = { what: 'monthlyMints', keyId: 'k1', threshold: 100, ...event };

describeInBrowser('usage in the studio', (open) => {
  it('says which limits are reached or nearly used up, and nothing where none is', async () => {
    const { page, complaints, close } = await open('about:blank');
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
