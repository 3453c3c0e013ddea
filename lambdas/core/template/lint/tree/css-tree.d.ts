/** The part of css-tree 3 in use: one file with its data inside, so that it can be bundled. */
declare module 'css-tree/dist/csstree.esm' {
  interface Match {
    readonly error: (Error & { readonly name: string }) | null;
  }
  export const lexer: {
    readonly properties: Readonly<Record<string, unknown>>;
    matchProperty(name: string, value: string): Match;
    match(syntax: string, value: string): Match;
  };
}
