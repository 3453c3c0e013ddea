import type { EngineName } from '../../../contract/engine-names.ts';
import type { ImageFormat } from '../../../contract/image-formats.ts';
import type { Json } from '../../../contract/schemas/mint.ts';
import type { PinnedFamily } from '../../rendering/fonts/typography.ts';

/** A template variable as minting needs it. */
export interface RenderPlanVariable {
  readonly name: string;
  /** Whether a mint without it is rejected. */
  readonly required: boolean;
  /** Absent if there is no default. */
  readonly defaultValue?: Json;
}

/** One of a template's sizes, in CSS pixels. */
export interface NamedSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** The `options` export of a template. */
export interface TemplateOptions {
  readonly width?: number;
  readonly height?: number;
  readonly format?: ImageFormat;
  readonly quality?: number;
  readonly devicePixelRatio?: number;
  readonly engine?: EngineName;
  /** The default font family. */
  readonly fontFamily?: string;
  /** In source order; `width` and `height` are those of the first. */
  readonly sizes?: readonly NamedSize[];
}

/** Options of a saved template. They include its engine, so that a new default of the stage changes no template. */
export type StoredOptions = TemplateOptions & { readonly engine: EngineName };

/** A compiled template. Stored as JSON under the hash of its bytes; immutable. */
export interface RenderPlan {
  readonly formatVersion: 1;
  /** A classic script for the sandbox, with the line numbers of the template. */
  readonly script: string;
  readonly variables: readonly RenderPlanVariable[];
  /** Whether the template can read variables that it does not name, through a rest element or its props as a whole. */
  readonly seesAll: boolean;
  readonly options: StoredOptions;
  /** Families outside the core that it may use, as found when it was saved. @default none */
  readonly pinned?: readonly PinnedFamily[];
  /** SHA-256 of the plan without `pinned`, in hex: the seed of random numbers. Present if `pinned` is. */
  readonly seed?: string;
}
