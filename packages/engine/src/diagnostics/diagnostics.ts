import { findPartitionPoint } from '../partition-point.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';

/** A position in a template's source; lines and columns start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** An error or warning at one position in a template's source. */
export interface Diagnostic extends Position {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Severity from 0 to 1. @default 1 */
  readonly degree?: number;
}

/** Maximum number of problems in one response. */
const maxListed = 20;
/** Maximum characters of a quoted source line. */
const maxQuoted = 160;

/**
 * Returns problems as text: message, line and column, and the source line with a mark below the position.
 *
 * @param problems in the order to be listed; at least one.
 */
export const describeProblems = (source: string, problems: readonly Diagnostic[]): string => {
  const lines = getLines(source);
  const sorted = problems.toSorted((one, other) => one.line - other.line || one.column - other.column);
  const shown = sorted.slice(0, maxListed).map((problem) => describe(lines, problem));
  const more = sorted.length > maxListed ? [`... and ${sorted.length - maxListed} more problems.`] : [];
  return [...shown, ...more].join('\n');
};

/** Maximum number of diagnostics of one template. */
const maxDistinct = 50;
/** Maximum length of a message in UTF-16 code units. Some quote the template, and its record contains them. */
const maxMessageLength = 500;

/** Removes duplicates, which elements in loops cause, limits the number of diagnostics and shortens long messages. */
export const removeDuplicates = (diagnostics: readonly Diagnostic[]): Diagnostic[] => {
  const short = diagnostics.map((one) => ({ ...one, message: shorten(one.message) }));
  const distinct = new Map(short.map((one) => [`${one.line}:${one.column} ${one.code} ${one.message}`, one]));
  return [...distinct.values()].slice(0, maxDistinct);
};

const shorten = (message: string): string =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength).toWellFormed()} …` : message;

/** Splits a source at ECMAScript line terminators. */
export const getLines = (source: string): readonly string[] => source.split(lineEnd);
const lineEnd = /\r\n|\n|\r|\u2028|\u2029/g;

/** Converts between offsets in a source and lines and columns. Scans the source once. */
export interface LinePositions {
  positionOf(offset: number): Position;
  getOffset(position: Position): number;
}

export const createLinePositions = (source: string): LinePositions => {
  const starts = [0, ...source.matchAll(lineEnd).map(({ index, 0: end }) => index + end.length)];
  const getStart = (line: number) => starts[Math.min(line, starts.length) - 1] ?? 0;
  return {
    positionOf: (offset) => {
      const line = findPartitionPoint(starts.length, (index) => getStart(index + 1) <= offset);
      return { line, column: offset - getStart(line) + 1 };
    },
    getOffset: ({ line, column }) => getStart(line) + column - 1,
  };
};

const describe = (lines: readonly string[], { line, column, message }: Diagnostic): string => {
  const text = lines[line - 1];
  const head = `Line ${line}, column ${column}: ${shorten(message)}`;
  if (text === undefined || text.trim() === '') return head;
  const from = Math.max(0, column - 1 - maxQuoted / 2);
  const piece = text.slice(from, from + maxQuoted).toWellFormed();
  // A tab stays a tab, so that the mark is below its position.
  const indent = piece.slice(0, column - 1 - from).replaceAll(/[^\t]/g, ' ');
  return `${head}\n  ${line} | ${piece}\n  ${' '.repeat(String(line).length)} | ${indent}^`;
};

/** A name, a tag's beginning, a quoted text, or a single character. */
const token = /[A-Za-z_$][\w$-]*|<\/?[A-Za-z][\w.]*|"[^"\n]*"|'[^'\n]*'|./sy;

/** Returns the end of the word or text at a position; the position itself if there is none. */
export const getEnd = (lines: readonly string[], { line, column }: Position): Position => {
  token.lastIndex = column - 1;
  const [word = ''] = token.exec(lines[line - 1] ?? '') ?? [];
  return { line, column: column + word.length };
};
