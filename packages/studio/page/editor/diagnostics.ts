import { type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic } from '../image/checking.ts';
import { type Fix, getFix, getSourcePosition } from '../knowledge/fixes.ts';
import { knownNames } from '../knowledge/vocabulary.ts';
import { words } from '../words.ts';

const { problems: texts } = words;

/** Returns the offset of a position; the nearest existing one if the text has changed since. */
export const getOffset = (text: Text, line: number, column: number): number => {
  const { from, to } = text.line(Math.min(Math.max(line, 1), text.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
};

/** Replaces the first occurrence of the wrong word after the position of the message. */
export const applyFix = (view: EditorView, { wrong, right }: Fix, behind: number): void => {
  const found = getSourcePosition(view.state.doc.toString(), wrong, behind);
  if (found) view.dispatch({ changes: { ...found, insert: right }, userEvent: 'input.fix' });
};

const getMark = (
  text: Text,
  { line, column, endLine, endColumn, message }: Diagnostic,
  severity: Mark['severity'],
): Mark[] => {
  if (line === undefined || column === undefined) return [];
  const from = getOffset(text, line, column);
  const to = Math.max(from, getOffset(text, endLine ?? line, endColumn ?? column));
  const fix = getFix(message, knownNames());
  const apply = (view: EditorView) => fix && applyFix(view, fix, from);
  const actions = fix ? [{ name: texts.fix(fix.right), apply }] : [];
  return [{ from, to, severity, message, actions }];
};

/** Shows diagnostics at their positions. */
export const showDiagnostics = (
  view: EditorView,
  errors: readonly Diagnostic[],
  warnings: readonly Diagnostic[],
): void => {
  const text = view.state.doc;
  const marks = [
    ...errors.flatMap((error) => getMark(text, error, 'error')),
    ...warnings.flatMap((warning) => getMark(text, warning, 'warning')),
  ];
  view.dispatch(setDiagnostics(view.state, marks));
};
