import type { RenderOptions } from '../../lambdas/core/picture/render-options.ts';
import type { VElement } from '../../lambdas/core/vnode/vnode.ts';

/** A tree whose picture is kept and compared. */
export interface GoldenCase {
  /** Name of the kept picture, and what it shows. */
  readonly name: string;
  readonly tree: VElement;
  readonly options?: Partial<RenderOptions>;
  /** Bytes of remote pictures by address. */
  readonly images?: Readonly<Record<string, Uint8Array>>;
}

export const optionsOf = ({ options }: GoldenCase): RenderOptions => ({
  width: 800,
  height: 450,
  format: 'png',
  devicePixelRatio: 1,
  ...options,
});
