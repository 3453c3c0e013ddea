/** The tokenizer of css-tree 3. */
declare module 'css-tree/tokenizer' {
  export const tokenize: (css: string, onToken: (kind: number, start: number, end: number) => void) => void;
  export const tokenTypes: {
    readonly [kind in
      | 'AtKeyword'
      | 'BadString'
      | 'BadUrl'
      | 'Colon'
      | 'Comma'
      | 'Comment'
      | 'Dimension'
      | 'Function'
      | 'Hash'
      | 'Ident'
      | 'LeftCurlyBracket'
      | 'LeftParenthesis'
      | 'Number'
      | 'Percentage'
      | 'RightCurlyBracket'
      | 'RightParenthesis'
      | 'Semicolon'
      | 'String'
      | 'Url'
      | 'WhiteSpace']: number;
  };
}

/** The part of css-tree 3 that decodes and encodes escapes. */
declare module 'css-tree/utils' {
  interface Codec {
    readonly decode: (text: string) => string;
    readonly encode: (text: string) => string;
  }
  export const ident: Codec;
  export const string: Codec;
  export const url: Codec;
}
