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

type Options = Omit<Schemas['MintRequest'], 'templateId' | 'variables' | 'details'>;
type Given<Values> =
  Record<never, never> extends Values ? { readonly variables?: Values } : { readonly variables: Values };

/** What to mint: a template, by its id or by a name that `createClient` was told, its variables, and how to draw it. */
export type MintRequest<Name extends TemplateName = TemplateName> = Readonly<Options> &
  (
    | { readonly templateId: string; readonly template?: never; readonly variables?: Variables }
    | ({ readonly template: Name; readonly templateId?: never } & Given<VariablesOf<Name>>)
  );

/** A signed public URL and the picture behind it; its size is in the picture's own pixels. */
export type MintedUrl = Readonly<Omit<Schemas['MintResponse'], 'details'> & Schemas['MintDetails']>;

/** Where a name leads, in the form of `image-url.lock.json`. */
export interface NamedTemplate {
  readonly templateId: string;
  /** Without one, whatever is current when the URL is minted. */
  readonly version?: number;
}
