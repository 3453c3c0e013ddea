import type { MeasuredNode } from '@takumi-rs/core';
import { createLayoutEngine } from '#engine/engines/takumi/layout.ts';
import type { TakumiLibrary, TakumiNode, TakumiRenderer } from '#engine/engines/takumi/takumi-call.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { engineParts, getScene, whileLacking } from '../../support/takumi.ts';

/** Every node that takumi receives of one image, with its style sheets. */
export interface Received {
  readonly nodes: TakumiNode;
  readonly css: readonly string[];
}

const box = { width: 100, height: 20, transform: [1, 0, 0, 1, 0, 0], children: [], runs: [] } as MeasuredNode;

/** Returns a function that returns what takumi receives of a tree, to measure and to paint. Nothing is painted. */
export const createRecorder = () => {
  const received: Received[] = [];
  const parts = engineParts();
  const { Renderer } = parts.load('@takumi-rs/core') as TakumiLibrary;
  class Recorder {
    constructor(given: ConstructorParameters<typeof Renderer>[0]) {
      const renderer = new Renderer(given);
      const record: TakumiRenderer = {
        registerFont: renderer.registerFont.bind(renderer),
        measure: async (nodes, { css }) => {
          received.push({ nodes, css });
          return { ...box, children: [box] };
        },
        render: async (nodes, { css, width }) => {
          received.push({ nodes, css });
          return Buffer.alloc(width * 120 * 4);
        },
      };
      Object.assign(this, record);
    }
  }
  const load = (name: string) => (name === '@takumi-rs/core' ? { Renderer: Recorder } : parts.load(name));
  const layOut = createLayoutEngine({ ...parts, load });
  return async (tree: VElement): Promise<readonly Received[]> => {
    received.length = 0;
    await (await whileLacking(() => layOut(getScene(tree)))).paint();
    return received.splice(0);
  };
};
