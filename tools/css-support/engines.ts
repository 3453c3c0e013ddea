import sharp from 'sharp';
import type { EngineName } from '#engine/engine-names.ts';
import { CodedError } from '#engine/errors.ts';
import { render } from '#engine/isolation/render/render.ts';
import type { VElement } from '#engine/vnode/vnode.ts';

import type { Pixels } from '../../test/engine/fidelity/blocks.ts';
import { sceneSize } from './scenes.ts';

export type RenderScene = (tree: VElement) => Promise<Pixels | undefined>;

/** Returns a function that renders trees in a worker; undefined for a tree that is rejected or ends the worker. */
export const createSceneRenderer =
  (engine: EngineName, report: (line: string) => void): RenderScene =>
  async (tree) => {
    try {
      const options = { ...sceneSize, devicePixelRatio: 1, format: 'png' } as const;
      const { bytes } = await render({ tree, options, images: {}, engine });
      const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      report(`${engine} renders nothing: ${String(error.cause ?? error).split('\n')[0]}`);
      return undefined;
    }
  };
