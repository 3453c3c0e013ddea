import { EditorView } from '@codemirror/view';
import { computed, signal } from '@preact/signals';
import { code, opened } from '../document/document.ts';
import { isHtml } from './html-to-jsx.ts';

const pasted = signal('');
opened.subscribe(() => {
  pasted.value = '';
});

/** The HTML that was pasted last, for as long as the code has it. */
export const pastedHtml = computed(() => (code.value.includes(pasted.value) ? pasted.value : ''));

/** Keeps the pasted HTML, if it was wanted as it is. */
export const forgetHtml = (): void => {
  pasted.value = '';
};

/** Notices HTML in what is pasted, which the editor inserts as it is. */
export const htmlInput = EditorView.domEventHandlers({
  paste: ({ clipboardData }) => {
    const text = (clipboardData?.getData('text/plain') ?? '').replace(/\r\n?/g, '\n');
    if (isHtml(text)) pasted.value = text;
    return false;
  },
});

/** Returns a template that shows elements. */
export const toModule = (jsx: string): string =>
  `export default function Card() {\n  return (\n${jsx.replace(/^/gm, '    ')}\n  );\n}\n`;
