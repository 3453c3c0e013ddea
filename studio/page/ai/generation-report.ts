import type { GenerateResult } from '../../../lambdas/contract/schemas/generate.ts';

type Report = Extract<GenerateResult, { readonly ok: true }>['report'];

/** Maximum number of messages in a notice. */
const mostShown = 3;
/** Longer than for a single line. */
export const reportMs = 12_000;

const listed = (title: string, messages: readonly string[], more: string): string[] => [
  title,
  ...messages.slice(0, mostShown),
  ...(messages.length > mostShown ? [`and ${messages.length - mostShown} more${more}`] : []),
];

/** Returns a notice with the fixed problems of the model's answers and the remaining diagnostics. */
export const describeReport = (done: string, { fixed, findings }: Report): string => {
  const toMend = findings.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`));
  const left =
    toMend.length === 0 ? ['Nothing is left to mend.'] : listed('Still to mend:', toMend, ', below the code');
  if (fixed.length === 0) return toMend.length === 0 ? `${done} ${left[0]}` : [done, ...left].join('\n');
  const messages = fixed.map(({ message }) => message);
  return [done, ...listed('Found in an earlier answer and fixed:', messages, ''), ...left].join('\n');
};
