import { partitionPoint } from '../../partition-point.ts';

/**
 * Replaces a range of a source by text. The text is padded to the line count of the range, so that all lines keep their
 * numbers.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Offset in the source that the text corresponds to. @default the start of the range */
  readonly origin?: number;
}

export interface EditedSource {
  readonly text: string;
  /** Offset in the source of an offset in the text. */
  readonly getOrigin: (offset: number) => number;
}

/** A run of the text: copied from the source, or standing for one place of it. */
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
    text += asManyLines(edit.text, source.slice(edit.start, edit.end));
    done = edit.end;
  }
  copy(source.length);
  return { text, getOrigin: (offset) => getOrigin(runs, offset) };
};

/** Orders edits by start: insertions come first, then the longer of two replacements. */
const inOrder = (one: Edit, other: Edit): number =>
  one.start - other.start || Number(isPutIn(other)) - Number(isPutIn(one)) || other.end - one.end;
const isPutIn = ({ start, end }: Edit): boolean => start === end;

const lineEnds = /\r\n|[\n\r\u2028\u2029]/g;

const asManyLines = (text: string, replaced: string): string => {
  if (replaced === '') return text;
  const wanted = replaced.match(lineEnds) ?? [];
  const there = text.match(lineEnds)?.length ?? 0;
  return there > wanted.length ? text.replaceAll(lineEnds, ' ') + wanted.join('') : text + wanted.slice(there).join('');
};

const getOrigin = (runs: readonly Run[], offset: number): number => {
  const index = partitionPoint(runs.length, (run) => (runs[run] as Run).at <= offset) - 1;
  const { at, origin, isCopy } = runs[index] as Run;
  return isCopy ? origin + offset - at : origin;
};
