import type { TakumiNode } from '#engine/engines/takumi/takumi-call.ts';
import type { VElement } from '#engine/vnode/vnode.ts';

/** What takumi does otherwise than a browser, and what this project does about it. */
interface Fault {
  readonly name: string;
  /** A name in `workarounds.ts`, or the file that works around it. */
  readonly workaround: string;
}

/** A node as takumi takes it; the engine writes neither classes nor attributes. */
type TakumiTree = TakumiNode & {
  readonly className?: string;
  readonly attributes?: object;
  readonly children?: readonly TakumiTree[];
};

/** A fault with a report that is ready to be filed. */
export interface ReportedFault extends Fault {
  /** How to call takumi. @default as it is called for an image */
  readonly call?: string;
  readonly tree: TakumiTree;
  readonly expected: string;
  readonly seen: string;
  /** Resolves to whether takumi alone still has it. */
  readonly isThere: (tree: TakumiNode) => Promise<boolean>;
}

/** A fault without a report. */
export interface UnreportedFault extends Fault {
  /** Is rendered otherwise without the workaround. */
  readonly element: VElement;
}
