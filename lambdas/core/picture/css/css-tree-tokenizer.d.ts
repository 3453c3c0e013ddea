/** The part of css-tree 3 that cuts CSS into tokens. */
declare module 'css-tree/tokenizer' {
  export const tokenize: (css: string, onToken: (kind: number, start: number, end: number) => void) => void;
  export const tokenTypes: {
    readonly [kind in
      | 'AtKeyword'
      | 'Colon'
      | 'Comma'
      | 'Comment'
      | 'Function'
      | 'LeftCurlyBracket'
      | 'LeftParenthesis'
      | 'RightCurlyBracket'
      | 'RightParenthesis'
      | 'Semicolon'
      | 'WhiteSpace']: number;
  };
}
