import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { EngineParts, Scene } from '../../lambdas/core/engines/engine.ts';
import { type Workaround, workarounds } from '../../lambdas/core/engines/takumi/corrections.ts';
import { layoutEngine } from '../../lambdas/core/engines/takumi/layout.ts';
import type { TakumiLibrary } from '../../lambdas/core/engines/takumi/takumi-call.ts';
import type { VElement } from '../../lambdas/core/vnode/vnode.ts';
import { emojiFilesIn, fontFilesIn } from '../../lambdas/isolation/render/files.ts';

const modules = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))));

/** What engines are made of, in this process. */
export const engineParts = (): EngineParts => ({
  fonts: fontFilesIn(modules),
  emoji: emojiFilesIn(modules),
  sharp,
  load: createRequire(join(modules, 'here.js')),
});

const parts = engineParts();

/** takumi without some of its corrections. */
export const takumiWithout = (...left: string[]) => {
  const cached: readonly Workaround[] = workarounds.filter(({ name }) => !left.includes(name));
  return layoutEngine(parts, parts.load('@takumi-rs/core') as TakumiLibrary, cached);
};

export const getScene = (tree: VElement, width = 200, height = 120): Scene => ({
  tree,
  width,
  height,
  devicePixelRatio: 1,
  images: {},
});
