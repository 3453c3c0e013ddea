import type { Json } from '../../../contract/schemas/mint.ts';
import type { Style } from './normalise-style.ts';

/** An element as the layout library takes it. The tree is made anew for each drawing, so it may be changed in place. */
export interface LayoutElement {
  readonly type: string;
  readonly props: LayoutProps;
}

export interface LayoutProps {
  [name: string]: Json | undefined | Style | LayoutNode[];
  style?: Style;
  children?: LayoutNode[];
}

export type LayoutNode = LayoutElement | string;
