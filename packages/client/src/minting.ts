import type { components, Json } from './contract.ts';

type Schemas = components['schemas'];

/** Values of a template's variables, by name; undefined ones are omitted. */
export type Variables = { readonly [name: string]: Json | undefined };

/**
 * The variables of each template, by its name. Empty by default: declare yours to have mints by name type-checked.
 *
 *     declare module 'image-url-client' {
 *       interface Templates {
 *         article: { title: string; author?: string };
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Templates {}

/** The names in `Templates`; any name if none is declared. */
export type TemplateName = keyof Templates extends never ? string : keyof Templates & string;

/** The variables of the template of that name. */
export type VariablesOf<Name extends string> = Name extends keyof Templates ? Templates[Name] : Variables;

/**
 * The names of each template's sizes, by the template's name. Empty by default, like `Templates`.
 *
 *     declare module 'image-url-client' {
 *       interface Sizes {
 *         article: 'og' | 'square';
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Sizes {}

/** The sizes of the template of that name. */
export type SizeOf<Name extends string> = Name extends keyof Sizes ? Sizes[Name] : string;

type Options = Omit<Schemas['MintRequest'], 'templateId' | 'variables' | 'details' | 'size' | 'sizes'>;
type Given<Values> =
  Record<never, never> extends Values ? { readonly variables?: Values } : { readonly variables: Values };

/** Information about an image that is not sent. */
interface Circumstances {
  /** Address or path of the image's page, for error messages only. Never sent. */
  readonly page?: string | undefined;
}

/** A template (by id, or a name in `templates` of `createClient`), its variables, and how to render it. */
export type MintRequest<Name extends TemplateName = TemplateName> = Readonly<Options> &
  Circumstances & {
    /** One of the template's sizes. @default the first */
    readonly size?: SizeOf<Name> | undefined;
  } & (
    | { readonly templateId: string; readonly template?: never; readonly variables?: Variables }
    | ({ readonly template: Name; readonly templateId?: never } & Given<VariablesOf<Name>>)
  );

/** A signed public URL and details of its image; width and height are in pixels of the image. */
export type MintedUrl = Readonly<Omit<Schemas['MintResponse'], 'details'> & Schemas['MintDetails']>;

type MintedFormat = NonNullable<Options['format']>;

/** Names of the variables of a template's version, as in `image-url.lock.json`. */
export interface NamedVariables {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Whether variables of any other name may have an effect. @default false */
  readonly others?: boolean | undefined;
}

/** A template by name, as in `image-url.lock.json`. */
export interface NamedTemplate {
  readonly templateId: string;
  /** Version to mint. @default the current version */
  readonly version?: number;
  /** Size in CSS pixels, with `height`. Adapters write it into the tags of signed images. */
  readonly width?: number;
  readonly height?: number;
  /** @default 1 */
  readonly devicePixelRatio?: number;
  /** Format of signed images without one. @default 'webp' */
  readonly format?: MintedFormat | undefined;
  /** Its variables: `sign` then refuses a misspelt name or a missing value, which no service looks at before the URL is published. */
  readonly variables?: NamedVariables | undefined;
  /** Width and height of its sizes in CSS pixels, by name; the first is the default. */
  readonly sizes?: { readonly [size: string]: readonly [width: number, height: number] };
}
