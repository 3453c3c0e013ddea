import type { RenderTask } from './messages.ts';

/** A PNG of one pixel. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A small image with what most images have: texts of two weights, a gradient, an image with round corners. */
export const sample: RenderTask = {
  tree: {
    type: 'div',
    props: { style: { display: 'flex', flexDirection: 'column', background: 'linear-gradient(#fff, #000)' } },
    children: [
      { type: 'div', props: { style: { fontWeight: 700 } }, children: ['Sample'] },
      { type: 'img', props: { src: pixel, width: 8, height: 8, style: { borderRadius: 4 } }, children: [] },
      'sample',
    ],
  },
  images: {},
  options: { width: 64, height: 64, format: 'webp', quality: 80, devicePixelRatio: 1 },
};
