import type { Json } from '../../lambdas/contract/schemas/mint.ts';
import type { VElement, VNode } from '../../lambdas/core/vnode/vnode.ts';
import type { GoldenCase } from './case.ts';

type Props = { readonly [name: string]: Json };

export const h = (type: string, props: Props = {}, ...children: (VNode | readonly VNode[])[]): VElement => ({
  type,
  props,
  children: children.flat() as VNode[],
});

export const box = (style: Props, ...children: (VNode | readonly VNode[])[]): VElement =>
  h('div', { style }, ...children);

export const styled = (type: string, style: Props, ...children: (VNode | readonly VNode[])[]): VElement =>
  h(type, { style }, ...children);

/** The size of the image, or of the box around. */
export const full = { width: '100%', height: '100%' } as const;

export const boxCase = (name: string, style: Props, ...children: (VNode | readonly VNode[])[]): GoldenCase => ({
  name,
  tree: box(style, ...children),
});
