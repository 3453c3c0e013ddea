import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { buildPage } from 'image-url-studio/server/page-files.ts';
import { chromium, type Page } from 'playwright-core';
import { startDev } from '../test/support/running-service.ts';
import { chromiumPath, getChromiumVersion } from './engines/chromium-path.ts';
import type { Measurement } from './measurement.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';
import { describeTiming, getSpread } from './timing.ts';

/** Starters, by a word of a text in their code that is typed into. */
const typedInto = { 'Blank card': 'Hello', Article: 'quiet', Podcast: 'city' };

/** Keys that are typed before those that are measured. */
const warmUp = 3;

/**
 * Milliseconds from the next key until the first frame that shows its image: the pause that the page waits for, the
 * check, decoding and painting.
 */
const waitForImage = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    let since = 0;
    addEventListener('keydown', ({ timeStamp }) => { since = timeStamp; }, { capture: true, once: true });
    const image = document.querySelector('.rendered img');
    new MutationObserver(async (_, observer) => {
      observer.disconnect();
      await image.decode();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)));
    }).observe(image, { attributes: true, attributeFilter: ['src'] });
    window.isWatching = true;
  })`);

/** Types keys into the code of a starter, each once the image of the one before is there. */
const measureKeys = async (
  page: Page,
  [starter, word]: readonly [string, string],
  count: number,
): Promise<number[]> => {
  await page.getByRole('button', { name: new RegExp(`^${starter}`) }).click();
  await page.locator('.rendered img').waitFor();
  await page.locator('.cm-line span').filter({ hasText: word }).first().click();
  const times: number[] = [];
  for (let n = 0; n < warmUp + count; n++) {
    await page.evaluate('window.isWatching = false');
    const shown = waitForImage(page);
    await page.waitForFunction('window.isWatching');
    await page.keyboard.press('abcdefghij'[n % 10] ?? 'a');
    times.push(await shown);
  }
  return times.slice(warmUp);
};

const describeSize = async (): Promise<string> => {
  const files = [...(await buildPage())];
  const kinds = Map.groupBy(files, ([name]) => extname(name).slice(1));
  const kilobytes = (of: typeof files) => (of.reduce((sum, [, { body }]) => sum + body.length, 0) / 1_000).toFixed(1);
  const parts = [...kinds].map(([kind, of]) => `${kind} ${kilobytes(of)}`);
  return `The page as it is sent: ${kilobytes(files)} KB (${parts.join(', ')}).`;
};

/** Measures the studio: bytes of its page, and the time from a key in the code to the image on the screen. */
export const measureStudio = async ({ keystrokes }: PartSettings): Promise<Measurement> => {
  const size = await describeSize();
  if (getChromiumVersion() === undefined) return { text: size };
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const { address, stop } = await startDev(dataDir);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const rows: string[][] = [];
    for (const one of Object.entries(typedInto)) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(address.studioUrl);
      const times = await measureKeys(page, one, keystrokes);
      rows.push([one[0], describeTiming(getSpread(times)), `${Math.max(...times).toFixed(1)} ms`]);
      await page.close();
    }
    return { text: `${table(['a key in the code of', 'to the image on the screen', 'slowest'], rows)}\n\n${size}` };
  } finally {
    await browser.close();
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
