import { Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Characters before and behind the cursor that are looked at. */
const longest = 4_000;
const longestName = 64;
/** A tag, with what tells an opening, a closing and a self-closing one; `>` of an arrow function belongs to it. */
const tag = /<(\/?)([\w.-]*)(?:=>|[^<>])*?(\/?)>/g;

/** Returns the name of the innermost element that is open at the end of a text; undefined if none is. */
const getOpen = (text: string): string | undefined => {
  const open: string[] = [];
  for (const [, isClosing, name = '', isEmpty] of text.matchAll(tag)) {
    if (isClosing) open.splice(Math.max(0, open.lastIndexOf(name)));
    else if (!isEmpty) open.push(name);
  }
  return open.at(-1);
};

/** What typing one character does in place of inserting it: the text that goes, and where the cursor is then. */
interface TypedOver {
  readonly changes: { readonly from: number; readonly to?: number; readonly insert?: string };
  readonly cursor: number;
}

/**
 * Returns what typing a character of a closing tag does, so that a tag that is there already is not written a second
 * time; undefined where it is inserted as always.
 *
 * @param before the text before the cursor, which is at `at`
 * @param after the text behind it
 */
export const typeClosingTag = (before: string, after: string, at: number, typed: string): TypedOver | undefined => {
  const [, closed] = /^<\/([\w.-]*)>/.exec(after) ?? [];
  if (typed === '/' && before.endsWith('<'))
    return closed !== undefined && closed === getOpen(before.slice(0, -1))
      ? { changes: { from: at - 1, to: at }, cursor: at + 1 }
      : { changes: { from: at, insert: '/' }, cursor: at + 1 };
  const isInTag = /<\/[\w.-]*$/.test(before) && /^[\w.-]*>/.test(after);
  return isInTag && after.startsWith(typed) ? { changes: { from: at }, cursor: at + 1 } : undefined;
};

/** Closing tags that were inserted with their opening tag are typed over. */
export const closingTags = Prec.high(
  EditorView.inputHandler.of((view, from, to, text) => {
    if (from !== to || text.length !== 1 || view.state.selection.ranges.length > 1) return false;
    const { doc } = view.state;
    const before = doc.sliceString(Math.max(0, from - longest), from);
    const typed = typeClosingTag(before, doc.sliceString(from, from + longestName), from, text);
    if (!typed) return false;
    view.dispatch({ changes: typed.changes, selection: { anchor: typed.cursor }, userEvent: 'input.type' });
    return true;
  }),
);
