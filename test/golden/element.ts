import type { Json } from '../../lambdas/contract/schemas/mint.ts';
import type { VElement, VNode } from '../../lambdas/core/vnode/vnode.ts';

type Props = { readonly [name: string]: Json };

/** An element of a tree, written as a call: `h('div', { style: { color: 'red' } }, 'text')`. */
export const h = (type: string, props: Props = {}, ...children: (VNode | readonly VNode[])[]): VElement => ({
  type,
  props,
  children: children.flat() as VNode[],
});

/** A div with a style. */
export const box = (style: Props, ...children: (VNode | readonly VNode[])[]): VElement =>
  h('div', { style }, ...children);
