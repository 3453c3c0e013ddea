import type { EngineName } from '#engine/engine-names.ts';
import type { Scene } from '#engine/engines/engine.ts';
import { createLayoutEngine } from '#engine/engines/satori/layout.ts';
import type { PreparedElement } from '#engine/rendering/tree/prepared-tree.ts';
import { engineParts, takumiWithout, whileLacking } from './takumi.ts';

/** Lays trees out for satori in this process, with the fonts and emoji that are installed. */
const layOut = createLayoutEngine(engineParts());

const byTakumi = takumiWithout();

/** Lays a tree out with an engine, and hands it over as it came to be right before that. */
export const laidOutBy: Readonly<
  Record<EngineName, (scene: Scene, watch: (tree: PreparedElement) => void) => Promise<unknown>>
> = {
  satori: (scene, watch) => whileLacking(() => layOut(scene, watch)),
  takumi: (scene, watch) => whileLacking(async () => (await byTakumi(scene, watch)).measure()),
};
