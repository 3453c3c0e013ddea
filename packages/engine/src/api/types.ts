import type { EngineName } from '../engine-names.ts';
import type { ImageFormat } from '../image-formats.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A font file: TrueType, OpenType, WOFF or WOFF2. */
export type Font = {
  /** The family under which templates use it. @default the name in the file */
  readonly family?: string;
} & ({ readonly data: Uint8Array } | { readonly file: string });

/**
 * Limits of one job, in `compile` and `check` as in `render`. Its process is killed when it exceeds one. `compile` and
 * `check` parse the source too, for at most 2 s.
 */
export interface EngineLimits {
  /** Processor time of template code, in milliseconds. @default 1000 */
  readonly evaluationMs?: number;
  /** Processor time of layout and encoding, in milliseconds. @default 3500 */
  readonly renderMs?: number;
  /** Resident memory of a render process, in MiB. Template code has 80 MiB. @default 1400 */
  readonly renderMemoryMib?: number;
}

export interface EngineSettings {
  /**
   * Fonts for templates, beside Inter and the other families that the package contains: paths and globs relative to the
   * working directory, file contents, or either with the name of a family.
   *
   * @example ['fonts/*.woff2', { family: 'Brand', file: 'brand-bold.ttf' }]
   */
  readonly fonts?: readonly (string | Uint8Array | Font)[];
  /** Engine of templates that name none: `takumi` shows what a browser shows, `satori` what Vercel OG shows. @default 'takumi' */
  readonly engine?: EngineName;
  /**
   * Fetches the image of a URL that a template names, at most 20 for each image. Templates choose these URLs: check them
   * before you fetch. Without this function nothing is fetched. An image that cannot be fetched is left out, with a
   * warning.
   *
   * @param signal fires after 10 s, or when the render ends
   * @example
   * async (url, signal) => {
   *   if (new URL(url).origin !== 'https://images.example.com') throw new Error('not our images');
   *   return (await fetch(url, { redirect: 'error', signal })).bytes();
   * }
   */
  readonly remoteImages?: (url: string, signal: AbortSignal) => Promise<Uint8Array>;
  /** Images that are rendered at the same time; each takes a processor and two processes. @default half the processors, at most 4 */
  readonly concurrency?: number;
  readonly limits?: EngineLimits;
}

/** Where an image differs from the template's `options`. */
export interface ImageOptions {
  /** CSS pixels, 1 to 4096. */
  readonly width?: number;
  /** CSS pixels, 1 to 4096. */
  readonly height?: number;
  /** Name of one of the template's sizes. @default the first */
  readonly size?: string;
  /** @default 'webp' */
  readonly format?: ImageFormat;
  /** 0 to 100, for jpeg and webp. */
  readonly quality?: number;
  /** Device pixels for each CSS pixel. @default 1 */
  readonly devicePixelRatio?: number;
}

export interface RenderRequest extends ImageOptions {
  /** Values for the template's variables, by name. A variable with the value `undefined` is not set. */
  readonly variables?: { readonly [name: string]: Json | undefined };
  /** What `Date.now()` returns in the template. @default the start of this UTC day */
  readonly now?: Date;
  /** Ends the work early; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** An error or warning at a position of a template's source. */
export interface TemplateDiagnostic {
  readonly severity: 'error' | 'warning';
  /** Stable; `docs/templates.md` lists all codes. */
  readonly code: string;
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** A compiled template, for `Engine.render`. */
export interface Template {
  readonly variables: readonly {
    readonly name: string;
    /** Whether rendering without it fails. */
    readonly required: boolean;
    readonly default?: Json;
  }[];
  readonly engine: EngineName;
  /** Warnings of its source and of its image with sample values. */
  readonly warnings: readonly TemplateDiagnostic[];
}

export interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly contentType: `image/${ImageFormat}`;
  /** Device pixels. */
  readonly width: number;
  /** Device pixels. */
  readonly height: number;
  /** Variables that the template does not have, and images that are missing. */
  readonly warnings: readonly string[];
}

/** Compiles, checks and renders templates in processes of its own. */
export interface Engine extends AsyncDisposable {
  /**
   * Compiles a template, and renders it once with sample values to see that it works.
   *
   * @throws TemplateError with the errors and their positions; LimitError when its code or the image of its sample values
   * exceeds a limit; InputError for a source that is too long
   * @example
   * const template = await engine.compile(await readFile('card.jsx', 'utf8'));
   */
  compile(source: string): Promise<Template>;
  /**
   * Renders an image. The same template with the same request gives the same bytes.
   *
   * @throws InputError for a variable or option that is missing or invalid; TemplateError when the template throws;
   * LimitError when it exceeds a limit; EngineError when the image cannot be rendered
   * @example
   * const { bytes, contentType } = await engine.render(template, { variables: { title: 'Hello' }, format: 'png' });
   */
  render(template: Template, request?: RenderRequest): Promise<RenderedImage>;
  /**
   * Returns what is wrong with a template, or with its image for these variables; errors first.
   *
   * @throws InputError for an invalid variable or option; LimitError as `compile`
   * @example
   * const { diagnostics } = await engine.check(source, { variables: { title: 'A title of many words' } });
   */
  check(source: string, request?: RenderRequest): Promise<{ readonly diagnostics: readonly TemplateDiagnostic[] }>;
  /** Ends the processes. Work in progress is rejected with the code `CLOSED`. */
  close(): Promise<void>;
}
