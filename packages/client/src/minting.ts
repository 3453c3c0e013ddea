import type { components, Json } from './contract.ts';

type Schemas = components['schemas'];

/** Values of a template's variables, by name; one that is undefined is left out. */
export type Variables = { readonly [name: string]: Json | undefined };

/**
 * The variables of each template, by its name. Empty here: declare yours, and every mint by name is checked.
 *
 *     declare module 'image-url-client' {
 *       interface Templates {
 *         article: { title: string; author?: string };
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by whoever declares templates of their own
export interface Templates {}

/** The names in `Templates`, or any name while none is declared. */
export type TemplateName = keyof Templates extends never ? string : keyof Templates & string;

/** What the template of that name takes. */
export type VariablesOf<Name extends string> = Name extends keyof Templates ? Templates[Name] : Variables;

/**
 * The names of each template's sizes, by the template's name. Empty here, as `Templates` is.
 *
 *     declare module 'image-url-client' {
 *       interface Sizes {
 *         article: 'og' | 'square';
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by whoever declares templates of their own
export interface Sizes {}

/** The sizes of the template of that name. */
export type SizeOf<Name extends string> = Name extends keyof Sizes ? Sizes[Name] : string;

type Options = Omit<Schemas['MintRequest'], 'templateId' | 'variables' | 'details' | 'size' | 'sizes'>;
type Given<Values> =
  Record<never, never> extends Values ? { readonly variables?: Values } : { readonly variables: Values };

/** Information about an image that is not sent. */
interface Circumstances {
  /** The page the image is for: its address or path. Named in errors, and never sent. */
  readonly page?: string | undefined;
}

/** What to mint: a template, by its id or by a name that `createClient` was told, its variables, and how to render it. */
export type MintRequest<Name extends TemplateName = TemplateName> = Readonly<Options> &
  Circumstances & {
    /** One of the template's sizes. @default the first */
    readonly size?: SizeOf<Name> | undefined;
  } & (
    | { readonly templateId: string; readonly template?: never; readonly variables?: Variables }
    | ({ readonly template: Name; readonly templateId?: never } & Given<VariablesOf<Name>>)
  );

/** A signed public URL and the image behind it; its size is in the image's own pixels. */
export type MintedUrl = Readonly<Omit<Schemas['MintResponse'], 'details'> & Schemas['MintDetails']>;

/** A template by name, as in `image-url.lock.json`. */
export interface NamedTemplate {
  readonly templateId: string;
  /** Version to mint. @default the current version */
  readonly version?: number;
  /** In CSS pixels, with `height`: what adapters write into the tags of a signed image, whose size nobody reports. */
  readonly width?: number;
  readonly height?: number;
  /** @default 1 */
  readonly devicePixelRatio?: number;
  /** Width and height of its sizes in CSS pixels, by name; the first is the default. */
  readonly sizes?: { readonly [size: string]: readonly [width: number, height: number] };
}
