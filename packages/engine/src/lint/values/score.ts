import type { DiagnosticCode } from '../../diagnostics/diagnostic-codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostics.ts';

/** A diagnostic of a template, with its own values or in an edge case. */
export interface CaseDiagnostic extends Diagnostic {
  /** Whether the template, or this edge case, fails to run or render. */
  readonly isError: boolean;
  /** Name of the edge case. Absent for the template's own values. */
  readonly caseName?: string;
}

/** Share of the remaining score that a diagnostic of severity 1 takes, if it is not the usual share. */
const costs: Partial<Record<DiagnosticCode, number>> = {
  // Content is unreadable or missing.
  'empty-image': 0.6,
  'fails-with-value': 0.3,
  'unseen-text': 0.3,
  overflow: 0.3,
  'text-over-text': 0.3,
  contrast: 0.3,
  'missing-glyph': 0.2,
  'missing-image': 0.2,
  'image-unreadable': 0.2,
  // Matters of taste, and possible mistakes.
  'large-image': 0.02,
  'optional-by-guard': 0.02,
  'sample-values': 0.02,
  'taken-over': 0,
  'required-variable': 0,
  'unlike-browser': 0,
  clock: 0,
  chance: 0,
};
const usualCost = 0.1;
const errorCost = 0.7;
/** Weight of diagnostics in edge cases, which are rare in practice. */
const caseShare = 0.4;

/**
 * Returns the score of a template: 100 without diagnostics, always above 0. Each diagnostic reduces the remaining score
 * by a share, so further or worse diagnostics never increase it.
 */
export const getScore = (diagnostics: readonly CaseDiagnostic[]): number =>
  diagnostics.reduce((remaining, diagnostic) => remaining * (1 - getCost(diagnostic)), 100);

const getCost = ({ code, isError, caseName, degree = 1 }: CaseDiagnostic): number => {
  const worst = isError ? errorCost : (costs[code] ?? usualCost);
  const share = caseName === undefined ? 1 : caseShare;
  return worst * share * (0.5 + 0.5 * Math.min(1, Math.max(0, degree)));
};
