import {
  type Diagnostic,
  getLines,
  type LinePositions,
  linePositions,
  type Position,
} from '../lint/source/diagnostics.ts';
import { scanTags, type Tag, type TagProblem } from './tag-scanner.ts';

/** An error of the parser; lines count from 1 and columns from 0. */
export interface ParserError {
  readonly message: string;
  readonly reasonCode?: string;
  readonly loc: { readonly line: number; readonly column: number };
}

/**
 * What is wrong with a source that could not be read, in words for its author. Where tags are not closed as they were
 * opened, the parser only notices further down: what it says from there on is left out.
 */
export const syntaxProblems = (source: string, errors: readonly ParserError[]): Diagnostic[] => {
  const positions = linePositions(source);
  const lines = getLines(source);
  const tags = scanTags(source)
    .map((problem) => tagDiagnostic(positions, problem))
    .toSorted(byPosition);
  const [first] = tags;
  const own = errors
    .filter(({ reasonCode = '' }) => !ofRules.has(reasonCode))
    .map((error, index) => ({
      ...(index < mostExplained ? explained(lines, error) : reported(error)),
      isOfTags: ofTags.test(error.reasonCode ?? ''),
    }))
    .filter((problem) => !first || (!problem.isOfTags && byPosition(problem, first) < 0));
  return onePerPosition([...own.map(({ isOfTags: _, ...problem }) => problem), ...tags]);
};

/** Parser errors that the template rules report in better words. */
const ofRules: ReadonlySet<string> = new Set(['AwaitNotInAsyncContext']);
const ofTags = /^(?:MissingClosingTag|UnterminatedJsx)/;
const onePerPosition = (problems: readonly Diagnostic[]): Diagnostic[] => {
  const first = new Map(problems.toReversed().map((one) => [`${one.line}:${one.column}`, one]));
  return problems.filter((one) => first.get(`${one.line}:${one.column}`) === one);
};
const byPosition = (one: Position, other: Position) => one.line - other.line || one.column - other.column;

/** Errors whose surroundings are read for words that help: fewer are ever listed, and a broken source has thousands. */
const mostExplained = 50;

const reported = ({ message, loc: { line, column } }: ParserError): Diagnostic => ({
  line,
  column: column + 1,
  code: 'syntax',
  message: removeSourcePosition(message),
});

/** As the parser puts it at the end of its messages. */
const removeSourcePosition = (message: string): string => message.replace(/ \(\d+:\d+\)$/, '');

const explained = (lines: readonly string[], error: ParserError): Diagnostic => {
  const { line, column } = error.loc;
  const text = lines[line - 1] ?? '';
  const before = [...lines.slice(Math.max(0, line - 200), line - 1), text.slice(0, column)].join('\n');
  const message = getMessage(error, before, text.slice(column));
  return { line, column: column + 1, code: 'syntax', message };
};

/** @param before the source up to the place, or the end of that; `found` is the rest of its line. */
const getMessage = ({ message, reasonCode }: ParserError, before: string, found: string): string => {
  const plain = removeSourcePosition(message);
  if (/^Missing(?:OneOf)?Plugins?$/.test(reasonCode ?? '')) return 'This syntax is not known here.';
  if (before.lastIndexOf('<style>') > before.lastIndexOf('</style>'))
    return 'The rules of a <style> need quotes: <style>{`.card { color: red }`}</style>.';
  if (reasonCode !== 'UnexpectedToken' && reasonCode !== 'MissingSemicolon') return plain;
  if (/[a-z]$/.test(before) && /^-[a-z-]+\s*:/.test(found))
    return 'A name with a dash needs quotes, or capitals: fontSize.';
  const [token = ''] = /^(?:[\p{ID_Continue}$]+|=>|\S)/u.exec(found.trimStart()) ?? [];
  if (reasonCode === 'MissingSemicolon') return `The statement should end here, but there is ${token}.`;
  const wanted = plain.split(', expected ')[1];
  if (token === '') return `The line ends too early${wanted === undefined ? '' : `: expected ${wanted}`}.`;
  return wanted === undefined ? `${token} makes no sense here.` : `Expected ${wanted}, but there is ${token}.`;
};

const tagDiagnostic = (positions: LinePositions, problem: TagProblem): Diagnostic => {
  const say = (at: number, message: string): Diagnostic => ({ ...positions.positionOf(at), code: 'syntax', message });
  const getLine = (tag: Tag) => positions.positionOf(tag.at).line;
  switch (problem.kind) {
    case 'html-comment':
      return say(problem.at, 'JSX has no HTML comments: write {/* ... */}.');
    case 'stray':
      return say(
        problem.closing.at,
        `${closed(problem.closing)} closes nothing: no ${opened(problem.closing)} is open.`,
      );
    case 'misspelt': {
      const { tag, closing } = problem;
      return say(
        closing.at,
        `${opened(tag)} of line ${getLine(tag)} is closed by ${closed(closing)}: write ${closed(tag)}.`,
      );
    }
    case 'unfinished':
      return say(
        problem.tag.at,
        `The tag ${opened(problem.tag).slice(0, -1)} has no end: write > or /> after its attributes.`,
      );
    case 'brace': {
      const { at, before } = problem;
      return say(
        at,
        before ? `This { is not closed before ${closed(before)}: write } first.` : 'This { is never closed.',
      );
    }
    case 'unclosed': {
      const { tag, before } = problem;
      if (isVoid.test(tag.name)) return say(tag.at, `<${tag.name}> is never closed: write <${tag.name} />.`);
      if (!before) return say(tag.at, `${opened(tag)} is never closed: write ${closed(tag)} after what it holds.`);
      const message = `${opened(tag)} of line ${getLine(tag)} is not closed before ${closed(before)}: write ${closed(tag)} first.`;
      return say(before.at, message);
    }
  }
};

const opened = ({ name }: Tag) => `<${name}>`;
const closed = ({ name }: Tag) => `</${name}>`;
/** Elements that HTML closes by itself. */
const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
