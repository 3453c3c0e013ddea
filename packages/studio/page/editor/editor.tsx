import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { aroundCursor, boxes, moveBoxes } from '../boxes/boxes.ts';
import { code, draft, opened } from '../document/document.ts';
import { getUndo, keyAfterSaving, putUndo } from '../document/drafts.ts';
import { errors, warnings } from '../image/checking.ts';
import { explanations } from '../knowledge/explanations.ts';
import type { Fix } from '../knowledge/fixes.ts';
import { completion, proposals } from '../knowledge/proposals.ts';
import { loadVocabulary } from '../knowledge/vocabulary.ts';
import { report } from '../shell/notice.tsx';
import { words } from '../words.ts';
import { closingTags } from './closing-tags.ts';
import { applyFix, getOffset, showDiagnostics } from './diagnostics.ts';
import { elementsAround } from './elements-around.ts';
import { type FontChanges, getFontChanges } from './font-changes.ts';
import { htmlToJsx } from './html-to-jsx.ts';
import { look } from './look.ts';
import { forgetHtml, htmlInput, pastedHtml, toModule } from './pasted-html.ts';
import { insertPicture, pictureInput } from './picture-input.ts';

const { editor: texts } = words;

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

const followCursor = ({ state, hasFocus }: EditorView): void => {
  aroundCursor.value = hasFocus ? elementsAround(state, state.selection.main.head) : [];
};

const historyFields = { history: historyField };
const pauseMs = 500;
let undoTimer: ReturnType<typeof setTimeout> | undefined;
let storeUndoNow: () => void = () => undefined;

/** Stores the undo history once typing pauses. */
const storeUndoSoon = (state: EditorState): void => {
  const key = draft.peek()?.key;
  storeUndoNow = () => {
    clearTimeout(undoTimer);
    storeUndoNow = () => undefined;
    if (key !== undefined) putUndo(keyAfterSaving(key), state.toJSON(historyFields));
  };
  clearTimeout(undoTimer);
  undoTimer = setTimeout(() => storeUndoNow(), pauseMs);
};

/** Tabs in a row after which somebody probably wants to leave the editor. */
const tabsInARow = 3;
const tabPauseMs = 1_500;
let tabs: number[] = [];

/** Says how to leave the editor when Tab is pressed again and again. */
const tellWayOut: KeyBinding = {
  key: 'Tab',
  run: () => {
    const now = performance.now();
    tabs = [...tabs.filter((at) => now - at < tabPauseMs), now];
    if (tabs.length === tabsInARow) report(texts.wayOut);
    return false;
  },
};

const extensions = [
  EditorView.cspNonce.of(nonce),
  EditorView.contentAttributes.of({ 'aria-label': texts.label, tabindex: '0' }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      moveBoxes(update.changes);
      code.value = update.state.doc.toString();
      storeUndoSoon(update.state);
    }
    if (update.docChanged || update.selectionSet || update.focusChanged) followCursor(update.view);
  }),
  [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    closingTags,
    completion,
  ],
  [
    EditorView.lineWrapping,
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    lintGutter(),
  ],
  keymap.of([
    ...[...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...lintKeymap],
    ...[...historyKeymap, ...defaultKeymap, tellWayOut, indentWithTab],
  ]),
  [javascript({ jsx: true, typescript: true }), proposals, explanations],
  [look, pictureInput, htmlInput],
];

let view: EditorView | undefined;

/** Moves the cursor to a position in the code and scrolls to it. */
export const goToOffset = (offset: number): void => {
  if (!view) return;
  const anchor = Math.min(offset, view.state.doc.length);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
};

export const goTo = (line: number, column = 1): void => {
  if (view) goToOffset(getOffset(view.state.doc, line, column));
};

/** Uploads a picture and writes it into the code at the cursor. */
export const insertAtCursor = async (picture: File): Promise<void> => {
  if (view) await insertPicture(view, picture);
};

/** Changes the code as one undo step. */
export const changeCode = (changes: readonly { from: number; to: number; insert: string }[]): void => {
  view?.dispatch({ changes: [...changes], annotations: isolateHistory.of('full') });
};

/** Replaces the pasted HTML by JSX, as one undo step; a text that is nothing else becomes a template. */
export const convertPasted = (): void => {
  const text = code.value;
  const html = pastedHtml.value;
  const from = text.lastIndexOf(html);
  const jsx = htmlToJsx(html);
  changeCode([{ from, to: from + html.length, insert: text.trim() === html.trim() ? toModule(jsx) : jsx }]);
  forgetHtml();
  view?.focus();
};

/** Sets a font for the element at the cursor or the whole template. @returns what has the font now */
export const setFont = (family: string): FontChanges | undefined => {
  if (!view) return undefined;
  const found = getFontChanges(view.state.doc.toString(), view.state.selection.main.head, family);
  changeCode(found.changes);
  view.focus();
  return found;
};

/** Replaces the word that a message is about by the suggestion. */
export const mend = (fix: Fix, line: number, column = 1): void => {
  if (!view) return;
  applyFix(view, fix, getOffset(view.state.doc, line, column));
  view.focus();
};

const storeNow = (): void => storeUndoNow();

/** Returns the editor's state with the undo history of this text. */
const getState = (key: string, doc: string): EditorState => {
  try {
    const cached = getUndo(key) as { readonly doc?: unknown } | undefined;
    if (cached?.doc === doc) return EditorState.fromJSON(cached, { extensions }, historyFields);
  } catch {
    // it may have been written by another version of the editor
  }
  return EditorState.create({ doc, extensions });
};

/** Editor of the template's code, with diagnostics at their positions. */
export const Editor = () => {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return undefined;
    const begin = () => getState(draft.peek()?.key ?? '', code.peek());
    let shownKey = draft.peek()?.key;
    const made = new EditorView({ parent: parent.current, state: begin() });
    view = made;
    void loadVocabulary();
    const stops = [
      opened.subscribe(() => {
        storeUndoNow();
        const key = draft.peek()?.key;
        const text = code.peek();
        const isOther = shownKey === undefined || key !== keyAfterSaving(shownKey);
        if (isOther || text !== made.state.doc.toString()) boxes.value = [];
        if (isOther) {
          made.setState(begin());
          // it may be hidden until then
          requestAnimationFrame(() => made.scrollDOM.scrollTo(0, 0));
        } else if (text !== made.state.doc.toString())
          made.dispatch({
            changes: { from: 0, to: made.state.doc.length, insert: text },
            annotations: isolateHistory.of('full'),
          });
        shownKey = key;
      }),
      effect(() => showDiagnostics(made, errors.value, warnings.value)),
    ];
    addEventListener('pagehide', storeNow);
    return () => {
      removeEventListener('pagehide', storeNow);
      storeUndoNow();
      for (const stop of stops) stop();
      made.destroy();
      view = undefined;
    };
  }, []);
  return <div class="code" ref={parent} />;
};
