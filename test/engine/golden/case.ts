import type { RenderOptions } from '#engine/rendering/render-options.ts';
import type { VElement } from '#engine/vnode/vnode.ts';

/** A tree whose image is stored and compared. */
export interface GoldenCase {
  /** Name of the stored image, and what it shows. */
  readonly name: string;
  readonly tree: VElement;
  readonly options?: Partial<RenderOptions>;
  /** Bytes of remote images by address. */
  readonly images?: Readonly<Record<string, Uint8Array>>;
}

export const getOptions = ({ options }: GoldenCase): RenderOptions => ({
  width: 800,
  height: 450,
  format: 'png',
  devicePixelRatio: 1,
  ...options,
});
