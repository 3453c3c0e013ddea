import type { GenerateResult } from '../../../lambdas/contract/schemas/generate.ts';

type Report = Extract<GenerateResult, { readonly ok: true }>['report'];

const named = 3;
/** Several lines take longer to read. */
export const reportMs = 12_000;

/** What was found in the model's answers, whether it was corrected, and what is still to mend, as a notice. */
export const describeReport = (done: string, { rounds, findings }: Report): string => {
  const corrected =
    rounds > 1 ? `${rounds - 1} earlier answer${rounds > 2 ? 's' : ''} had problems and went back to the model.` : '';
  if (findings.length === 0) return [done, corrected, 'Nothing is left to mend.'].filter(Boolean).join(' ');
  const messages = findings
    .slice(0, named)
    .map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`));
  const more = findings.length > named ? [`and ${findings.length - named} more, below the code`] : [];
  return [[done, corrected, 'Still to mend:'].filter(Boolean).join(' '), ...messages, ...more].join('\n');
};
