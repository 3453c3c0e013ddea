import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import type { Pixels } from '../../test/engine/fidelity/blocks.ts';
import { executable } from '../../test/engine/fidelity/chromium.ts';
import { fontFaces, fontHost, fontPath } from '../../test/engine/fidelity/font-faces.ts';
import { getPage } from '../../test/engine/fidelity/html.ts';
import { type Scene, sceneSize } from './scenes.ts';

/** Frames on one page, so that one screenshot shows as many declarations. */
const across = 10;
const down = 10;
export const framesPerPage = across * down;

/** Stands in a page where its subject's declaration goes. */
const marker = /--subject:\s*1/;

export interface SceneBrowser {
  readonly version: string;
  /** Returns the declarations that Chromium accepts. */
  readonly filterSupported: (declarations: readonly (readonly [string, string])[]) => Promise<boolean[]>;
  /** Returns the image of a scene with each of these declaration texts on its subject. */
  readonly render: (scene: Scene, declarations: readonly string[]) => Promise<Pixels[]>;
  readonly close: () => Promise<void>;
}

/** Families that scenes and values name, as in a page. */
const families = 'font-family:"Roboto", "JetBrains Mono";';

/** Opens Chromium with the fonts of this project and no network. */
export const openSceneBrowser = async (): Promise<SceneBrowser> => {
  const browser = await chromium.launch({
    executablePath: executable,
    env: {
      ...process.env,
      FONTCONFIG_FILE: fileURLToPath(new URL('../../test/engine/fidelity/unhinted.conf', import.meta.url)),
    },
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
      ...['--disable-lcd-text', '--force-color-profile=srgb', '--hide-scrollbars'],
    ],
  });
  const viewport = { width: across * sceneSize.width, height: down * sceneSize.height };
  const page = await browser.newPage({ viewport });
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === 'http://page.test/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    if (url === 'http://page.test/fonts.css')
      return route.fulfill({ contentType: 'text/css', body: fontFaces(families) });
    if (!url.startsWith(fontHost)) return route.abort();
    return route.fulfill({ body: await readFile(fontPath(url)), headers: { 'access-control-allow-origin': '*' } });
  });
  await page.goto('http://page.test/');
  await page.addStyleTag({ url: 'http://page.test/fonts.css' });
  let shown: string | undefined;
  const show = async (html: string) => {
    if (shown === html) return;
    await openFrames(page, html);
    shown = html;
  };
  return {
    version: browser.version(),
    filterSupported: (declarations) =>
      page.evaluate<boolean[]>(`${JSON.stringify(declarations)}.map(([name, value]) => CSS.supports(name, value))`),
    render: async (scene, declarations) => {
      const { width, height } = sceneSize;
      await show(
        await getPage({ name: scene.name, tree: scene.build({ '--subject': '1' }), options: { width, height } }),
      );
      const images: Pixels[] = [];
      for (let start = 0; start < declarations.length; start += framesPerPage) {
        const batch = declarations.slice(start, start + framesPerPage);
        await page.evaluate(`window.apply(${JSON.stringify(batch)})`);
        images.push(
          ...(await cut(
            await page.screenshot({
              clip: { x: 0, y: 0, width: viewport.width, height: Math.ceil(batch.length / across) * sceneSize.height },
            }),
            batch.length,
          )),
        );
      }
      return images;
    },
    close: () => browser.close(),
  };
};

/** Opens one shadow tree for each declaration of a batch, so that style sheets keep to themselves. */
const openFrames = async (page: Page, html: string): Promise<void> => {
  const inside = html.replaceAll(/html, body|(?<=\s)body(?= \{)/g, ':host');
  await page.evaluate(`(async () => {
    document.body.style.cssText = 'margin:0;display:grid;grid-template-columns:repeat(${across}, ${sceneSize.width}px)';
    const html = ${JSON.stringify(inside)};
    const marker = ${String(marker)};
    const frames = [...Array(${framesPerPage})].map(() => {
      const frame = document.createElement('div');
      frame.style.cssText = 'contain:strict;overflow:hidden';
      frame.attachShadow({ mode: 'open' }).innerHTML = html;
      return frame;
    });
    document.body.replaceChildren(...frames);
    const subjects = frames.map(({ shadowRoot }) => {
      const element = [...shadowRoot.querySelectorAll('[style]')].find((one) => marker.test(one.getAttribute('style')));
      const sheet = [...shadowRoot.querySelectorAll('style')].find((one) => marker.test(one.textContent));
      return element
        ? { written: element.getAttribute('style'), write: (text) => element.setAttribute('style', text) }
        : { isSheet: true, written: sheet.textContent, write: (text) => { sheet.textContent = text; } };
    });
    window.apply = async (declarations) => {
      declarations.forEach((declaration, index) => {
        const { isSheet, written, write } = subjects[index];
        // last, so that it wins over what the layout rules add
        write(isSheet ? written.replace(marker, () => declaration) : written.replace(marker, '--x:1') + ';' + declaration);
      });
      // a declaration before this one must not be seen on its way to it
      for (const { shadowRoot } of frames)
        for (const one of shadowRoot.getAnimations()) if (one instanceof CSSTransition) one.finish();
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await document.fonts.ready;
    };
  })()`);
};

/** Cuts a screenshot into the images of its frames. */
const cut = async (screenshot: Buffer, count: number): Promise<Pixels[]> => {
  const { data, info } = await sharp(screenshot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = sceneSize;
  return Array.from({ length: count }, (_, index) => {
    const [left, top] = [(index % across) * width, Math.floor(index / across) * height];
    const own = new Uint8Array(width * height * 4);
    for (let y = 0; y < height; y += 1) {
      const start = ((top + y) * info.width + left) * 4;
      own.set(data.subarray(start, start + width * 4), y * width * 4);
    }
    return { data: own, width, height };
  });
};
