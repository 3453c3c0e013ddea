import type { Json } from '../../lambdas/contract/schemas/mint.ts';
import type { VNode } from '../../lambdas/core/vnode/vnode.ts';
import type { GoldenCase } from './case.ts';
import { box } from './element.ts';

export type Style = { readonly [name: string]: Json };

/** Images of 600 x 315 whose ground is one flex box; each may change the style they have in common. */
export const getPages =
  (ground: Style) =>
  (name: string, style: Style, ...children: VNode[]): GoldenCase => ({
    name,
    options: { width: 600, height: 315 },
    tree: box({ width: '100%', height: '100%', display: 'flex', ...ground, ...style }, children),
  });
