import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';

/** Path of Debian's package. */
const executablePath = '/usr/bin/chromium';

export const hasBrowser = (): boolean => existsSync(executablePath);

const waitMs = 60_000;

/** Starts a program of the app, and waits for a URL in its output. */
const start = async (cwd: string, env: NodeJS.ProcessEnv) => {
  const program = join(cwd, 'node_modules/.bin/image-url');
  const child = spawn(program, ['dev', '--port', '0'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/127\.0\.0\.1:\S+/.exec(line) ?? [];
    if (url !== undefined)
      return {
        url,
        stop: async () => {
          child.kill();
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        },
      };
  }
  throw new Error('image-url dev ended without an address.');
};

/** Waits until an image is displayed. @returns its width in pixels */
const getWidth = async (page: Page, image: string): Promise<number> => {
  const locator = page.locator(image);
  await locator.waitFor();
  return locator.evaluate(async (element) => {
    const shown = element as unknown as { decode(): Promise<void>; naturalWidth: number };
    await shown.decode();
    return shown.naturalWidth;
  });
};

/** Requests the image of the app's template from the studio, like its page does. */
const checkByRequest = async (url: string): Promise<number> => {
  const { origin, hash } = new URL(url);
  const ask = async (path: string, body?: unknown) => {
    const answer = await fetch(origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'studio-session': hash.replace('#session=', '') },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { code: string; width: number; image?: unknown };
  };
  const { code } = await ask(`/studio/templates/${encodeURIComponent('cards/card.tsx')}`);
  const { width, image } = await ask('/v1/templates/check', { code, image: true });
  if (!image) throw new Error('The check returned no image.');
  return width;
};

/**
 * Opens the studio with the files of an app, and the page of the app.
 *
 * @param shown called when the studio displays the image of the template
 * @returns the widths of both images in pixels
 */
export const testFirstImage = async (app: string, env: NodeJS.ProcessEnv, shown: () => void): Promise<number[]> => {
  const studio = await start(app, env);
  try {
    if (!hasBrowser()) {
      const width = await checkByRequest(studio.url);
      shown();
      return [width];
    }
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
    const browser = await chromium.launch({ executablePath, args });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(waitMs);
      await page.goto(studio.url);
      const width = await getWidth(page, '.frame img');
      shown();
      await page.goto(pathToFileURL(join(app, 'page.html')).href);
      return [width, await getWidth(page, 'img')];
    } finally {
      await browser.close();
    }
  } finally {
    await studio.stop();
  }
};
