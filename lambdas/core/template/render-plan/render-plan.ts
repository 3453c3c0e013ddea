import type { EngineName } from '../../../contract/engine-names.ts';
import type { ImageFormat } from '../../../contract/image-formats.ts';
import type { Json } from '../../../contract/schemas/mint.ts';
import type { PinnedFamily } from '../../rendering/fonts/typography.ts';

/** A template variable as minting needs it. */
export interface RenderPlanVariable {
  readonly name: string;
  /** A mint without it is refused. */
  readonly required: boolean;
  /** What the template puts in its place; absent where there is no default. */
  readonly defaultValue?: Json;
}

/** One of a template's sizes, in CSS pixels. */
export interface NamedSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** The template's own `options` export; absent where it names none. */
export interface TemplateOptions {
  readonly width?: number;
  readonly height?: number;
  readonly format?: ImageFormat;
  readonly quality?: number;
  readonly devicePixelRatio?: number;
  readonly engine?: EngineName;
  /** What text is set in that no element names a family for. */
  readonly fontFamily?: string;
  /** In the order of the source; `width` and `height` are those of the first. */
  readonly sizes?: readonly NamedSize[];
}

/** Options of a saved template. They name its engine, so that another default of the stage changes no template. */
export type StoredOptions = TemplateOptions & { readonly engine: EngineName };

/** A compiled template. Stored as JSON under the hash of its bytes; never changed. */
export interface RenderPlan {
  readonly formatVersion: 1;
  /** One classic script for the sandbox; line n of it is line n of the template. */
  readonly script: string;
  readonly variables: readonly RenderPlanVariable[];
  /** The template can see variables it does not name (a rest element, or its props as a whole). */
  readonly seesAll: boolean;
  readonly options: StoredOptions;
  /** Families outside the core that it may name, as they were found when it was saved. @default none */
  readonly pinned?: readonly PinnedFamily[];
  /** SHA-256 of the plan without `pinned`, in hex, which seeds chance; present with `pinned`. */
  readonly seed?: string;
}
