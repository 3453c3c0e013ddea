import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { type GoldenCase, getOptions } from '../golden/case.ts';
import { fontFaces, fontHost, readFontFile } from './font-faces.ts';
import { getPage } from './html.ts';

/** Where Debian's package puts it. */
export const executable = '/usr/bin/chromium';

export const isChromiumThere = (): boolean => existsSync(executable);

export interface Browser {
  /** A case as PNG. */
  readonly render: (golden: GoldenCase) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/**
 * Whether Chromium moves the strokes of letters up or down to whole pixels. On Linux it does with one device pixel to a CSS pixel,
 * unless fontconfig says otherwise, and never with two.
 */
export type Hinting = 'hinted' | 'unhinted';

/** Chromium's `--font-render-hinting` is for its old headless mode: version 150 renders the same with it and without. */
const unhinted = fileURLToPath(new URL('unhinted.conf', import.meta.url));

const svg = 'image/svg+xml';
/** Browsers guess the kind of every image but of this one. */
const isVector = (image: Buffer): boolean =>
  /^(?:\ufeff)?\s*<(?:\?xml|!--|!doctype|svg)/i.test(image.toString('utf8', 0, 200));

const address = 'http://page.test/';

/** An address as a browser asks for it: with spaces as `%20`, and that of the page before a relative one. */
export const browserAddress = (url: string): string => (URL.canParse(url, address) ? new URL(url, address).href : url);

/** A browser that reaches nothing: fonts come from the installed packages, images from the case. */
export const openChromium = async (hinting: Hinting): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...(hinting === 'unhinted' && { FONTCONFIG_FILE: unhinted }) },
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
      ...['--disable-lcd-text', '--force-color-profile=srgb', '--hide-scrollbars'],
    ],
  });
  return {
    render: async (golden) => {
      const { width, height, devicePixelRatio } = getOptions(golden);
      const html = await getPage(golden);
      const images = new Map(
        Object.entries(golden.images ?? {}).map(([url, bytes]) => [browserAddress(url), Buffer.from(bytes)]),
      );
      const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: devicePixelRatio });
      try {
        await page.route('**/*', async (route) => {
          const url = route.request().url();
          if (url === address) return route.fulfill({ contentType: 'text/html', body: html });
          if (url === `${address}fonts.css`) return route.fulfill({ contentType: 'text/css', body: fontFaces(html) });
          if (url.startsWith(fontHost)) {
            const body = readFontFile(url);
            return route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } });
          }
          const image = images.get(url);
          return image ? route.fulfill({ body: image, ...(isVector(image) && { contentType: svg }) }) : route.abort();
        });
        await page.goto(address, { waitUntil: 'load' });
        await page.addStyleTag({ url: `${address}fonts.css` });
        await page.evaluate('document.fonts.ready');
        return await page.screenshot({ omitBackground: true, scale: 'device' });
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
};
