import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { EngineName } from '../../lambdas/contract/engine-names.ts';
import type { Scene } from '../../lambdas/core/engines/engine.ts';
import { layoutEngine } from '../../lambdas/core/engines/satori/layout.ts';
import type { PreparedElement } from '../../lambdas/core/rendering/tree/prepared-tree.ts';
import { emojiFilesIn, fontFilesIn } from '../../lambdas/isolation/render/files.ts';
import { takumiWithout } from './takumi.ts';

const { resolve } = createRequire(import.meta.url);
const modules = dirname(dirname(dirname(resolve('@resvg/resvg-js/package.json'))));
const emoji = emojiFilesIn(modules);

/** What is installed; font files of their own for each who asks. */
const installed = () => ({ fonts: fontFilesIn(modules), emoji, sharp });

/** Lays trees out for satori in this process, with the fonts and emoji that are installed. */
const layOut = layoutEngine(installed());

const byTakumi = takumiWithout();

/** Lays a tree out with an engine, and hands it over as it came to be right before that. */
export const laidOutBy: Readonly<
  Record<EngineName, (scene: Scene, watch: (tree: PreparedElement) => void) => Promise<unknown>>
> = { satori: layOut, takumi: async (scene, watch) => (await byTakumi(scene, watch)).measure() };
