import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TakumiLibrary, TakumiNode, TakumiOptions } from '#engine/engines/takumi/takumi-call.ts';
import { sampleImages } from '../../../golden/sample-images.ts';

const require = createRequire(import.meta.url);
const { Renderer } = require('@takumi-rs/core') as TakumiLibrary;
const renderer = new Renderer({ cacheMaxBytes: 1 << 20 });
await renderer.registerFont({
  name: 'Inter',
  data: readFileSync(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff2')),
});

const options: TakumiOptions = {
  width: 200,
  height: 100,
  devicePixelRatio: 1,
  images: [{ src: 'image', data: sampleImages.png }],
  css: [],
  fontFamilies: ['Inter'],
};

/** Measures a tree with takumi alone. */
export const measure = (node: TakumiNode, given: Partial<TakumiOptions> = {}) =>
  renderer.measure(node, { ...options, ...given });
/** Renders a tree with takumi alone, as raw pixels. */
export const render = (node: TakumiNode, css: string[] = []) =>
  renderer.render(node, { ...options, css, format: 'raw' });

/** Returns a tree without a property anywhere. */
const without = (name: string, node: TakumiNode): TakumiNode =>
  JSON.parse(JSON.stringify(node, (key, value) => (key === name ? undefined : value)));

/** Returns a check whether a property changes nothing. */
export const ignores = (name: string) => async (node: TakumiNode) =>
  Buffer.compare(await render(node), await render(without(name, node))) === 0;

/** Returns whether a call rejects. */
export const isRejected = async (call: () => Promise<unknown>) =>
  call().then(
    () => false,
    () => true,
  );
