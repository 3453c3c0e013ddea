import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { EngineParts, Scene } from '#engine/engines/engine.ts';
import { createLayoutEngine } from '#engine/engines/takumi/layout.ts';
import { type Workaround, workarounds } from '#engine/engines/takumi/workarounds.ts';
import { openEmojiFiles } from '#engine/isolation/render/emoji-files.ts';
import { openFonts } from '#engine/isolation/render/fonts.ts';
import { openLibraries } from '#engine/isolation/render/libraries.ts';
import type { VElement } from '#engine/vnode/vnode.ts';

const modules = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))));

const libraries = openLibraries(modules);
const { files, whileLacking } = openFonts(modules, libraries.load);

export { whileLacking };

/** What engines are made of, in this process. */
export const engineParts = (): EngineParts => ({
  ...libraries,
  ...{ fonts: files(), emoji: openEmojiFiles(modules), sharp },
});

const parts = engineParts();

/** takumi without some of its workarounds. */
export const takumiWithout = (...left: string[]) => {
  const cached: readonly Workaround[] = workarounds.filter(({ name }) => !left.includes(name));
  return createLayoutEngine(parts, cached);
};

export const getScene = (tree: VElement, width = 200, height = 120): Scene => ({
  tree,
  width,
  height,
  devicePixelRatio: 1,
  images: {},
});
