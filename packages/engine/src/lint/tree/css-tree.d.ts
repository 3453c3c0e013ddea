/** The bundle of css-tree 3, which includes its data. */
declare module 'css-tree/dist/csstree.esm' {
  interface Match {
    readonly error: (Error & { readonly name: string }) | null;
  }
  interface Lexer {
    readonly properties: Readonly<Record<string, unknown>>;
    matchProperty(name: string, value: string): Match;
    match(syntax: string, value: string): Match;
  }
  export const lexer: Lexer;
  export const fork: (extension: {
    readonly properties: Readonly<Record<string, string>>;
    readonly types: Readonly<Record<string, string>>;
  }) => { readonly lexer: Lexer };
}
