import { findPartitionPoint } from '../../partition-point.ts';

/** Replaces a range of a source with text, padded to the same number of lines to keep line numbers. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Source offset of the text. @default the start of the range */
  readonly origin?: number;
}

export interface EditedSource {
  readonly text: string;
  /** Returns the source offset for an offset in `text`. */
  readonly getOrigin: (offset: number) => number;
}

/** A run of the text: copied from the source, or inserted for one offset. */
interface Run {
  readonly at: number;
  readonly origin: number;
  readonly isCopy: boolean;
}

/** Applies edits. An edit inside another one is ignored. */
export const applyEdits = (source: string, edits: readonly Edit[]): EditedSource => {
  const runs: Run[] = [];
  let text = '';
  let done = 0;
  const copy = (end: number) => {
    runs.push({ at: text.length, origin: done, isCopy: true });
    text += source.slice(done, end);
  };
  for (const edit of edits.toSorted(inOrder)) {
    if (edit.start < done) continue;
    copy(edit.start);
    runs.push({ at: text.length, origin: edit.origin ?? edit.start, isCopy: false });
    text += padLines(edit.text, source.slice(edit.start, edit.end));
    done = edit.end;
  }
  copy(source.length);
  return { text, getOrigin: (offset) => getOrigin(runs, offset) };
};

/** Orders edits by start: insertions come first, then the longer of two replacements. */
const inOrder = (one: Edit, other: Edit): number =>
  one.start - other.start || Number(isInsertion(other)) - Number(isInsertion(one)) || other.end - one.end;
const isInsertion = ({ start, end }: Edit): boolean => start === end;

const lineEnds = /\r\n|[\n\r\u2028\u2029]/g;

const padLines = (text: string, replaced: string): string => {
  if (replaced === '') return text;
  const wanted = replaced.match(lineEnds) ?? [];
  const existing = text.match(lineEnds)?.length ?? 0;
  return existing > wanted.length
    ? text.replaceAll(lineEnds, ' ') + wanted.join('')
    : text + wanted.slice(existing).join('');
};

const getOrigin = (runs: readonly Run[], offset: number): number => {
  const index = findPartitionPoint(runs.length, (run) => (runs[run] as Run).at <= offset) - 1;
  const { at, origin, isCopy } = runs[index] as Run;
  return isCopy ? origin + offset - at : origin;
};
