import type { Node } from '@babel/types';

/** What an expression of foreign code gives that comes from a request. */
export type RequestKind =
  | { readonly is: 'request' | 'context' | 'address' | 'url' | 'search' | 'entries' }
  /** Variables by name, with what a schema says of those that are missing: the text of a default. */
  | { readonly is: 'record' | 'parsed'; readonly defaults: ReadonlyMap<string, string> }
  /** One variable: a parameter of the function. */
  | { readonly is: 'variable'; readonly name: string; readonly fallback?: Node };

/** Variables of which nothing is known but that they are asked for. */
export const record: RequestKind = { is: 'record', defaults: new Map() };
