const keywords = /^(?:return|default|case|do|else|in|of|typeof|void|delete|throw|new|await|yield|instanceof)$/;

/**
 * Whether an expression may begin after a word or sign of code, or only an operator may follow.
 *
 * @param last '' at the beginning; `""` stands for any literal.
 */
export const isExpressionAhead = (last: string): boolean =>
  keywords.test(last) || (!/^["')\]]|[\w$]$/.test(last) && !/^\p{ID_Start}/u.test(last));

/** Matches a regular expression literal, at a place where one may begin. */
export const regexLiteral = /\/(?![*/])(?:[^/\\\n\r[]|\\.|\[(?:[^\]\\\n\r]|\\.)*\])+\/\w*/y;
