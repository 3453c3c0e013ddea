import type { Json } from '../../../contract/schemas/mint.ts';
import type { Style } from './normalise-style.ts';

/** An element as the layout library takes it. The tree is made anew for each drawing, so it may be changed in place. */
export interface PreparedElement {
  readonly type: string;
  readonly props: PreparedProps;
}

export interface PreparedProps {
  [name: string]: Json | undefined | Style | PreparedNode[];
  style?: Style;
  children?: PreparedNode[];
}

export type PreparedNode = PreparedElement | string;
