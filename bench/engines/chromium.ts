import { type Card, cards } from '../cards.ts';
import { componentStore, prepared, type ReactElement, type ReactNode } from '../elements.ts';
import { getFonts } from '../fonts.ts';
import { chromiumPath } from './chromium-path.ts';
import { type Engine, loadPeer, quality } from './engine.ts';
import { embeddedImages } from './naive.ts';

/** Opens a headless browser with one page; fonts are loaded once, and the page's body is replaced for each image. */
export const openChromium = async (_root?: string, chosen: readonly Card[] = cards): Promise<Engine> => {
  // biome-ignore lint/suspicious/noExplicitAny: a peer's types are not part of this project
  const { chromium } = await loadPeer<any>('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${await fontFaces(chosen)}
    html, body { margin: 0; overflow: hidden } img { display: block }</style><body></body>`);
  const componentFor = componentStore();
  return {
    prepare: async (card) => void componentFor(card),
    render: async (card, variables, format) => {
      const component = componentFor(card);
      const html = getHtml(prepared(component(variables), await embeddedImages(card)));
      const { width, height } = card;
      const size = page.viewportSize();
      if (size?.width !== width || size?.height !== height) await page.setViewportSize({ width, height });
      await page.evaluate(
        `(async () => { document.body.innerHTML = ${JSON.stringify(`<div style="width:${width}px;height:${height}px">${html}</div>`)};
          await document.fonts.ready; await Promise.all([...document.images].map((image) => image.decode())) })()`,
      );
      const clip = { x: 0, y: 0, width, height, scale: 1 };
      const { data } = await session.send('Page.captureScreenshot', {
        format,
        clip,
        ...(format !== 'png' && { quality }),
      });
      return Buffer.from(data, 'base64');
    },
    close: () => browser.close(),
  };
};

const fontFaces = async (chosen: readonly Card[]): Promise<string> =>
  [...new Set((await Promise.all(chosen.map(getFonts))).flat())]
    .map(({ family, weight, data, ranges }) => {
      const range = ranges.map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`).join();
      const uri = `data:font/ttf;base64,${Buffer.from(data).toString('base64')}`;
      return `@font-face{font-family:'${family}';font-weight:${weight};src:url(${uri});unicode-range:${range}}`;
    })
    .join('');

const unitless = new Set(['flex', 'fontWeight', 'lineHeight', 'opacity']);

const getHtml = (node: ReactNode): string => {
  if (Array.isArray(node)) return node.map(getHtml).join('');
  if (typeof node === 'string' || typeof node === 'number') return escaped(String(node));
  if (typeof node !== 'object' || node === null) return '';
  const { type, props } = node as ReactElement;
  const { children, style, ...attributes } = props;
  const css = Object.entries((style as Record<string, string | number>) ?? {})
    .map(([name, value]) => `${kebab(name)}:${typeof value === 'number' && !unitless.has(name) ? `${value}px` : value}`)
    .join(';');
  const given = Object.entries({ ...attributes, ...(css !== '' && { style: css }) });
  const written = given.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('');
  return type === 'img' ? `<img${written}>` : `<${type}${written}>${getHtml(children)}</${type}>`;
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
