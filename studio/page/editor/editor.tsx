import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
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
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { aroundCursor, boxes, moveBoxes } from '../boxes/boxes.ts';
import { errors, warnings } from '../checking.ts';
import { code, opened } from '../document.ts';
import { explanations } from '../knowledge/explanations.ts';
import type { Fix } from '../knowledge/fixes.ts';
import { completion, proposals } from '../knowledge/proposals.ts';
import { loadVocabulary } from '../knowledge/vocabulary.ts';
import { applyFix, offsetOf, showDiagnostics } from './diagnostics.ts';
import { elementsAround } from './elements-around.ts';
import { look } from './look.ts';

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

const followCursor = ({ state, hasFocus }: EditorView): void => {
  aroundCursor.value = hasFocus ? elementsAround(state, state.selection.main.head) : [];
};

const extensions = [
  EditorView.cspNonce.of(nonce),
  EditorView.contentAttributes.of({ 'aria-label': 'Code of the template', tabindex: '0' }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      moveBoxes(update.changes);
      code.value = update.state.doc.toString();
    }
    if (update.docChanged || update.selectionSet || update.focusChanged) followCursor(update.view);
  }),
  [lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), completion],
  [
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    lintGutter(),
  ],
  keymap.of([
    ...[...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...lintKeymap],
    ...[...historyKeymap, ...defaultKeymap, indentWithTab],
  ]),
  [javascript({ jsx: true, typescript: true }), proposals, explanations],
  look,
];

let view: EditorView | undefined;

/** Puts the cursor at a place of the code, and the place into sight. */
export const goToOffset = (offset: number): void => {
  if (!view) return;
  const anchor = Math.min(offset, view.state.doc.length);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
};

export const goTo = (line: number, column = 1): void => {
  if (view) goToOffset(offsetOf(view.state.doc, line, column));
};

/** Writes what was meant in place of the word that a message names. */
export const mend = (fix: Fix, line: number, column = 1): void => {
  if (!view) return;
  applyFix(view, fix, offsetOf(view.state.doc, line, column));
  view.focus();
};

/** The code of the template, with what the service says of it in place. */
export const Editor = () => {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return undefined;
    const begin = () => EditorState.create({ doc: code.peek(), extensions });
    const made = new EditorView({ parent: parent.current, state: begin() });
    view = made;
    void loadVocabulary();
    const stops = [
      opened.subscribe(() => {
        boxes.value = [];
        made.setState(begin());
      }),
      effect(() => showDiagnostics(made, errors.value, warnings.value)),
    ];
    return () => {
      for (const stop of stops) stop();
      made.destroy();
      view = undefined;
    };
  }, []);
  return <div class="code" ref={parent} />;
};
