import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { isChromiumThere } from '../engine/fidelity/chromium.ts';

/** Where Debian's package puts it. */
const executablePath = '/usr/bin/chromium';

/** Starts Debian's Chromium, which reaches nothing but this machine. */
const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  });

/** As long as anything here may take on a busy machine. */
const waitMs = 120_000;

export interface StudioPage {
  readonly page: Page;
  /** Errors and warnings of the console. */
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

/** Opens a page in a new profile. */
const openStudio = async (browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<StudioPage> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // the browser reports every answer of 400 and above by itself
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
};

type Open = (url: string, options?: BrowserContextOptions) => Promise<StudioPage>;

/** Declares tests in one browser, where that is installed: they get what opens a page, and the browser itself. */
export const describeInBrowser = (what: string, tests: (open: Open, browser: () => Browser) => void): void => {
  const isThere = isChromiumThere();
  describe.skipIf(!isThere)(`${what}${isThere ? '' : ' (SKIPPED: Chromium is not installed)'}`, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());
    tests(
      (url, options) => openStudio(browser, url, options),
      () => browser,
    );
  });
};

/** Begins a template from a starter, and waits for its image. */
export const beginFrom = async (page: Page, starter: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${starter}`) }).click();
  await page.getByAltText('The card as the service renders it').waitFor();
};

/** Opens the list of templates. */
export const openGallery = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Templates', exact: true }).click();

/** Waits for what the service says of the next change. */
export const nextCheck = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/v1/templates/check') && response.ok());

/** What axe finds wrong with the page, in a line each. */
export const diagnostics = async (page: Page): Promise<string[]> => {
  // evaluated by the browser's own console, which no policy of the page concerns
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.target.join(' ') + ' ' + node.failureSummary)))`);
};
