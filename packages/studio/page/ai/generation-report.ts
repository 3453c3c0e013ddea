import { signal } from '@preact/signals';
import type { GenerateResult } from 'image-url-contract/schemas/generate.ts';
import { opened } from '../document/document.ts';
import { words } from '../words.ts';

const { ai: texts } = words;

export type Report = Extract<GenerateResult, { readonly ok: true }>['report'];

/** A generation's report, displayed below its code until it is closed or the editor has another text. */
export const generationReport = signal<readonly string[]>([]);
opened.subscribe(() => {
  generationReport.value = [];
});

const getLine = ({ line, message }: Report['findings'][number]): string =>
  line === undefined ? message : texts.line(line, message);

/** Returns the fixed problems of the model's answers and the remaining diagnostics; empty if there are none. */
export const describeReport = ({ fixed, findings }: Report): string[] => [
  ...(fixed.length > 0 ? [texts.fixed, ...fixed.map(({ message }) => message)] : []),
  ...(findings.length > 0 ? [texts.left, ...findings.map(getLine)] : []),
  ...(fixed.length > 0 && findings.length === 0 ? [texts.nothingLeft] : []),
];
