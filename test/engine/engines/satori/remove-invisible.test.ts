import { expect, it } from 'vitest';
import { removeInvisible } from '#engine/engines/satori/remove-invisible.ts';
import { parseXml, writeXml } from '#engine/rendering/svg/xml.ts';

/**
 * @promise Rendering: Trees that crash the rasteriser
 * @how the same process; what lies outside the canvas is removed and numbers are clamped; a crash is `RENDER_ERROR`
 *   and costs a worker
 * @also test/engine/rendering/safe-svg.test.ts, test/engine/isolation/render.test.ts
 * @figure each number just beyond its bound is brought to it
 */

const seen = (content: string): string => {
  const document = parseXml(`<svg viewBox="0 0 100 50">${content}</svg>`);
  removeInvisible(document);
  return document.children.map(writeXml).join('');
};

it.each([
  '<rect x="101" y="0" width="9" height="9"/>',
  '<rect x="-20" y="0" width="9" height="9"/>',
  '<circle cx="50" cy="70" r="9"/>',
  '<path d="M0 -20L9 -10"/>',
  '<g><rect x="0" y="60" width="9" height="9"/></g>',
  '<rect x="0" y="0" width="9" height="9" transform="matrix(1,0,0,1,200,0)"/>',
])('what lies outside of the image is removed: %s', (content) => {
  expect(seen(content)).toBe('');
});

it.each([
  '<rect x="95" y="0" width="9" height="9"/>',
  '<circle cx="50" cy="55" r="9"/>',
  '<path d="M0 -20L9 10"/>',
  '<rect x="101" y="0" width="9" height="9" transform="rotate(20)"/>',
])('what is seen, or cannot be measured, stays: %s', (content) => {
  expect(seen(content)).toBe(content);
});
