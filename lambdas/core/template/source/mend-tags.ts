import { linePositions, type Position } from '../lint/source/diagnostics.ts';
import { scanTags, type TagProblem } from './tag-scanner.ts';

/** A source whose tags close as they were opened. */
export interface MendedSource {
  readonly text: string;
  /** Where a place of the mended text stands in the source. */
  readonly getSourcePosition: (position: Position) => Position;
}

/** Text put in the place of some of the source. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Closes tags as they were opened, so that what else is wrong with a source can be told as well.
 *
 * @returns undefined where no tag is wrong, or it cannot be told what was meant.
 */
export const mendTags = (source: string): MendedSource | undefined => {
  const problems = scanTags(source);
  const changes = problems.flatMap((problem) => changeFor(source, problem) ?? []);
  if (problems.length === 0 || changes.length < problems.length) return undefined;
  changes.sort((one, other) => one.from - other.from);
  let text = '';
  let read = 0;
  for (const change of changes) {
    text += source.slice(read, change.from) + change.text;
    read = change.to;
  }
  text += source.slice(read);
  const [ofSource, ofText] = [linePositions(source), linePositions(text)];
  return { text, getSourcePosition: (position) => ofSource.positionOf(getOrigin(ofText.getOffset(position), changes)) };
};

const changeFor = (source: string, problem: TagProblem): Change | undefined => {
  if (problem.kind === 'misspelt') return { ...getExtent(source, problem.closing.at), text: `</${problem.tag.name}>` };
  if (problem.kind === 'stray') return { ...getExtent(source, problem.closing.at), text: '' };
  if (problem.kind !== 'unclosed' || !problem.before) return undefined;
  const { at } = problem.before;
  return { from: at, to: at, text: `</${problem.tag.name}>` };
};

const getExtent = (source: string, at: number): { from: number; to: number } => {
  const end = source.indexOf('>', at);
  return { from: at, to: end < 0 ? source.length : end + 1 };
};

const getOrigin = (offset: number, changes: readonly Change[]): number => {
  let shift = 0;
  for (const { from, to, text } of changes) {
    if (offset < from + shift) break;
    if (offset < from + shift + text.length) return from;
    shift += text.length - (to - from);
  }
  return offset - shift;
};
