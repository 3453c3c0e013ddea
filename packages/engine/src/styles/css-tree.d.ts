/** The parts of css-tree 3 that parse selectors. */
declare module 'css-tree/selector-parser' {
  interface List<T> {
    toArray(): T[];
  }
  export interface SelectorPart {
    readonly type: string;
    /** Of an attribute, an identifier. */
    readonly name: string | { readonly name: string };
    readonly matcher: string | null;
    readonly value: { readonly type: 'String' | 'Identifier'; readonly value?: string; readonly name?: string } | null;
    readonly flags: string | null;
    readonly nth: { readonly a?: string | null; readonly b?: string | null; readonly name?: string };
    readonly selector: SelectorPart | null;
    readonly children: List<SelectorPart> | null;
  }
  const parse: (text: string, options: { readonly context: 'selectorList' }) => SelectorPart;
  // biome-ignore lint/style/noDefaultExport: css-tree exports it so
  export default parse;
}

declare module 'css-tree/utils' {
  export const ident: { decode(text: string): string };
}
