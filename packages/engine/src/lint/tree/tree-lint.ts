import type { Diagnostic, Position } from '../../diagnostics/diagnostics.ts';
import type { EngineName } from '../../engine-names.ts';
import type { Json } from '../../json.ts';
import type { FontFamily } from '../../rendering/fonts/catalogue.ts';
import type { CustomFont, FoundFamily } from '../../rendering/fonts/typography.ts';
import type { Resolved } from '../../styles/resolve.ts';
import type { Theme } from '../../styles/tailwind/theme.ts';
import type { Place } from '../../styles/tailwind/variants.ts';
import type { ElementPositions } from '../../template/source/source-positions.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { TreeStyles } from './styles.ts';

/** A template's sample, and the source positions for diagnostics. */
export interface TreeLintRequest {
  /** Its elements have source positions (`sourcePositionProperty`). */
  readonly tree: VElement;
  readonly positions: ElementPositions;
  /** Position for elements without a source position. */
  readonly componentAt: Position;
  readonly source: string;
  /** Renders the template. */
  readonly engine: EngineName;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Sample texts of required variables. Values that contain them are not reported, because a mint sends others. */
  readonly sampleTexts: readonly string[];
  readonly defaultTexts: readonly string[];
  readonly fonts: readonly CustomFont[];
  /** Families outside the core that the template uses. @default none */
  readonly outside?: readonly FoundFamily[];
  /** Whether images of this machine are fetched that a value names. @default false */
  readonly hasLoopback?: boolean | undefined;
  /** The default font family, with the position of the option that sets it. */
  readonly rootFamily?: (Position & { readonly value: string }) | undefined;
}

export interface TreeLint {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Source positions of the elements that the other engine, which stands for a browser, shows otherwise than one. */
  readonly doubtful?: readonly string[];
}

/** The input of a rule: one element and its context. */
export interface RuleInput {
  readonly element: VElement;
  readonly request: TreeLintRequest;
  readonly isInsideSvg: boolean;
  /** Where the element stands among its siblings. */
  readonly place?: Place | undefined;
  /** The element with its style. */
  readonly resolved: Resolved;
  /** The styles of all elements. */
  readonly styles: TreeStyles;
  /** Tokens of the style sheets. */
  readonly theme: Theme;
  /** Custom families of the account, and those outside the core. */
  readonly own: readonly FontFamily[];
  /** Returns the position of the first of these parts that is in the source, or else of the element. */
  at(...parts: string[]): Position;
  /** Returns the position of a declaration of the element that sets one of these properties, wherever it is written. */
  where(...properties: string[]): Position;
  /** Returns the position of a piece of a `<style>`; of the element itself if it is not there verbatim. */
  inSheet(sheet: VElement, written: string): Position;
  /** Returns whether a text contains a sample that a mint will replace. */
  isSample(text: string): boolean;
}

export interface TreeDiagnostic extends Diagnostic {
  readonly isError?: boolean;
}

export const getText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
