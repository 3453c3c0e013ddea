import { signal } from '@preact/signals';
import type { GenerateResult } from '../../../lambdas/contract/schemas/generate.ts';
import { words } from '../words.ts';

const { ai: texts } = words;

type Report = Extract<GenerateResult, { readonly ok: true }>['report'];

/** A generation's report, displayed below the code until it is closed. */
export const generationReport = signal<readonly string[]>([]);

const getLine = ({ line, message }: Report['findings'][number]): string =>
  line === undefined ? message : texts.line(line, message);

/** Returns the fixed problems of the model's answers and the remaining diagnostics; empty if there are none. */
export const describeReport = ({ fixed, findings }: Report): string[] => [
  ...(fixed.length > 0 ? [texts.fixed, ...fixed.map(({ message }) => message)] : []),
  ...(findings.length > 0 ? [texts.left, ...findings.map(getLine)] : []),
  ...(fixed.length > 0 && findings.length === 0 ? [texts.nothingLeft] : []),
];
