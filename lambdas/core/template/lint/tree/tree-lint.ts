import type { Json } from '../../../../contract/schemas/mint.ts';
import type { FontFamily } from '../../../rendering/fonts/catalogue.ts';
import type { CustomFont } from '../../../rendering/fonts/typography.ts';
import type { Theme } from '../../../rendering/tailwind/theme.ts';
import type { VElement } from '../../../vnode/vnode.ts';
import type { ElementPositions } from '../../source/source-positions.ts';
import type { Diagnostic, Position } from '../source/diagnostics.ts';

/** A template's sample, and what is needed to say where its parts come from. */
export interface TreeLintRequest {
  /** Its elements carry their place (`sourcePositionProperty`). */
  readonly tree: VElement;
  readonly positions: ElementPositions;
  /** The place of elements that have none of their own. */
  readonly componentAt: Position;
  readonly source: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Sample texts of required variables. Nothing is said about values made of them, since a mint will send others. */
  readonly sampleTexts: readonly string[];
  /** Texts of the variables' defaults. */
  readonly defaultTexts: readonly string[];
  /** Fonts of the account's own. */
  readonly fonts: readonly CustomFont[];
  /** What text is set in that names nothing, and where the options say so. */
  readonly rootFamily?: (Position & { readonly value: string }) | undefined;
}

export interface TreeLint {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** One element under review. */
export interface Reviewed {
  readonly element: VElement;
  readonly request: TreeLintRequest;
  readonly isInsideSvg: boolean;
  /** The text of all style sheets of the tree. */
  readonly sheets: string;
  /** Tokens they declare. */
  readonly theme: Theme;
  /** Families of the account's own. */
  readonly own: readonly FontFamily[];
  /** Where something about the element stands: the first of these parts that is written out, else the element. */
  at(...parts: string[]): Position;
  /** Whether a text is, or holds, a sample of something a mint will send. */
  isSample(text: string): boolean;
}

/** Something a check found. */
export interface LintDiagnostic extends Diagnostic {
  readonly isError?: boolean;
}

export const getText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
