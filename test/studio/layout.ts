import type { Page } from 'playwright-core';

/** What makes up the page's layout, by what it is; each is on the page once. */
const parts = {
  header: '.top',
  'save button': 'button.save',
  'mint button': '.top .primary',
  editor: '.cm-editor',
  picture: '.picture img',
  'facts of the image': '.stage .facts',
  tabs: '.below .tabs',
  'panel below': '.below .panel',
  'first control': '.variable input, .variable textarea',
} as const;

export type Rectangle = readonly [left: number, top: number, width: number, height: number];

/** Where the parts of the page lie, in CSS pixels of the document. */
export const getLayout = async (page: Page): Promise<Record<string, Rectangle>> => {
  const found = Object.entries(parts).map(async ([name, selector]) => {
    const { x, y, width, height } = (await page.locator(selector).first().boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    return [name, [x, y, width, height].map(Math.round) as unknown as Rectangle] as const;
  });
  return Object.fromEntries(await Promise.all(found));
};
