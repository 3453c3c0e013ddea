import { type ParserOptions, parse } from '@babel/parser';
import { type Diagnostic, getLines } from '../../diagnostics/diagnostics.ts';

/** An error of the parser. Lines start at 1, columns at 0. */
export interface ParserError {
  readonly message: string;
  readonly reasonCode?: string;
  readonly pos: number;
  readonly loc: { readonly line: number; readonly column: number };
}

export const grammar: ParserOptions = { sourceType: 'module', plugins: ['jsx', 'typescript'] };

/** Parser errors that the template rules report more clearly. */
const reportedByRules: ReadonlySet<string> = new Set(['AwaitNotInAsyncContext']);
const tagErrors = /^MissingClosingTag/;

/** Maximum number of errors with an improved message. No more are listed, and a broken source has thousands. */
const maxExplained = 50;

/** Converts parser errors to diagnostics with messages for authors. */
export const findSyntaxProblems = (source: string, errors: readonly ParserError[]): Diagnostic[] => {
  const lines = getLines(source);
  return errors
    .filter(({ reasonCode = '' }) => !reportedByRules.has(reasonCode))
    .map((error, index) => explain(lines, error, index < maxExplained));
};

/**
 * Returns the diagnostics of a source that cannot be parsed. The parser reports only its last error, which can be a
 * consequence of the first one: after an unclosed tag, nothing else makes sense.
 */
export const findFatalProblems = (source: string, last: ParserError): Diagnostic[] => {
  const first = firstError(source) ?? last;
  const unclosed = openElement(source, first) ?? first;
  const isAlone = tagErrors.test(unclosed.reasonCode ?? '') || first.pos === last.pos;
  return findSyntaxProblems(source, isAlone ? [unclosed] : [first, last]);
};

const firstError = (source: string): ParserError | undefined => {
  try {
    parse(source, grammar);
  } catch (error) {
    if (error instanceof SyntaxError) return error as unknown as ParserError;
    throw error;
  }
  return undefined;
};

/** Code that the parser treats as children of an unclosed element. */
const statement = /\{\s*(?=(?:return|const|let|var|if|for|switch|throw|try|export|type|interface)\b)/y;

/** Returns the error of the unclosed element that made the parser stop, if there is one. */
const openElement = (source: string, { reasonCode, pos }: ParserError): ParserError | undefined => {
  const brace = source.lastIndexOf('{', pos);
  statement.lastIndex = brace;
  const isStatement = brace >= 0 && statement.test(source) && statement.lastIndex === pos;
  if (reasonCode !== 'UnterminatedJsxContent' && !isStatement) return undefined;
  const error = firstError(`${source.slice(0, isStatement ? brace : pos)}</_>`);
  return tagErrors.test(error?.reasonCode ?? '') ? error : undefined;
};

const explain = (lines: readonly string[], error: ParserError, isExplained: boolean): Diagnostic => {
  const { line, column } = error.loc;
  const text = lines[line - 1] ?? '';
  const before = [...lines.slice(Math.max(0, line - 200), line - 1), text.slice(0, column)].join('\n');
  // The position at the end of the parser's messages.
  const plain = error.message.replace(/ \(\d+:\d+\)$/, '');
  const message = isExplained ? improveMessage(plain, error.reasonCode ?? '', before, text.slice(column)) : plain;
  return { line, column: column + 1, code: 'syntax', message };
};

const unknownText = (found: string): string =>
  found.startsWith('@')
    ? 'Decorators are not known here: write what draws the image as a function, without its class.'
    : 'This syntax is not known here.';

/** @param before the source before the position, or the end of it. @param found the rest of its line. */
const improveMessage = (plain: string, reasonCode: string, before: string, found: string): string => {
  if (/^Missing(?:OneOf)?Plugins?$/.test(reasonCode)) return unknownText(found);
  if (tagErrors.test(reasonCode)) return unclosedText(plain, found);
  if (reasonCode === 'UnwrappedAdjacentJSXElements' && found.startsWith('</'))
    return 'This closes nothing: no such tag is open.';
  if (reasonCode === 'UnterminatedRegExp' && before.endsWith('</'))
    return 'A { is not closed before this closing tag: write } first.';
  if (before.lastIndexOf('<style>') > before.lastIndexOf('</style>'))
    return 'The rules of a <style> need quotes: <style>{`.card { color: red }`}</style>.';
  if (reasonCode !== 'UnexpectedToken' && reasonCode !== 'MissingSemicolon') return plain;
  if (found.startsWith('!--')) return 'JSX has no HTML comments: write {/* ... */}.';
  if (/[a-z]$/.test(before) && /^-[a-z-]+\s*:/.test(found))
    return 'A name with a dash needs quotes, or capitals: fontSize.';
  if (found.startsWith('<')) return 'The tag before this < has no end: write > or /> first.';
  const [token = ''] = /^(?:[\p{ID_Continue}$]+|=>|\S)/u.exec(found.trimStart()) ?? [];
  if (reasonCode === 'MissingSemicolon') return `The statement should end here, but there is ${token}.`;
  const wanted = plain.split(', expected ')[1];
  if (token === '') return `The line ends too early${wanted === undefined ? '' : `: expected ${wanted}`}.`;
  return wanted === undefined ? `${token} makes no sense here.` : `Expected ${wanted}, but there is ${token}.`;
};

/** Elements without a closing tag in HTML. */
const isVoid = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)>$/;

const unclosedText = (plain: string, found: string): string => {
  const [opening = ''] = /<[^<>]*>/.exec(plain) ?? [];
  if (isVoid.test(opening)) return `${opening} is never closed: write ${opening.slice(0, -1)} />.`;
  const [closing] = /^<\/[^>]*>/.exec(found) ?? [];
  const where = closing === undefined ? '' : ` before ${closing}`;
  return `${opening} is not closed${where}: write </${opening.slice(1)} here.`;
};
