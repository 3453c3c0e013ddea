import type { GenerateResult } from '../../../lambdas/contract/schemas/generate.ts';

type Report = Extract<GenerateResult, { readonly ok: true }>['report'];

/** Messages of a list that are shown. */
const mostShown = 3;
/** Several lines take longer to read. */
export const reportMs = 12_000;

const listed = (title: string, messages: readonly string[], more: string): string[] => [
  title,
  ...messages.slice(0, mostShown),
  ...(messages.length > mostShown ? [`and ${messages.length - mostShown} more${more}`] : []),
];

/** What was found in the model's answers and fixed, and what is still to mend, as a notice. */
export const describeReport = (done: string, { fixed, findings }: Report): string => {
  const toMend = findings.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`));
  const left =
    toMend.length === 0 ? ['Nothing is left to mend.'] : listed('Still to mend:', toMend, ', below the code');
  if (fixed.length === 0) return toMend.length === 0 ? `${done} ${left[0]}` : [done, ...left].join('\n');
  const messages = fixed.map(({ message }) => message);
  return [done, ...listed('Found in an earlier answer and fixed:', messages, ''), ...left].join('\n');
};
