/** A door: trees that templates return, and the remote images in them. */
export { imagePorts, isLoopback, lintReach } from '../vnode/image-reach.ts';
export { getRemoteImages } from '../vnode/remote-images.ts';
export { toPosition } from '../vnode/source-position.ts';
export { countValues, mayBeTree, treeLimits } from '../vnode/tree-limits.ts';
export type { VElement } from '../vnode/vnode.ts';
