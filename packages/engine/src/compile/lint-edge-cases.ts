import { noteCodes } from '../diagnostics/diagnostic-codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostics.ts';
import { caseValues } from '../isolation/sandbox/evaluate.ts';
import type { CpuBudget } from '../isolation/worker/cpu-budget.ts';
import type { CaseDiagnostic } from '../lint/values/score.ts';
import type { CaseValues } from '../template/edge-cases/case-values.ts';
import {
  type CompileResult,
  draftTemplate,
  isNewIn,
  lintSizes,
  lintWithVariables,
  pinFamilies,
  type Sample,
} from './compile-template.ts';
import type { CompileSettings } from './evaluate-sample.ts';

/** Result of linting with the values of one edge case. */
export interface LintedCase {
  /** Name of the edge case or of a size; `preview` for the template's own values at its first size. */
  readonly name: string;
  /** Diagnostics that the preview does not have; for the preview, all of them. */
  readonly diagnostics: readonly CaseDiagnostic[];
  /** The template's size at which it was rendered. @default the first */
  readonly size?: string;
  /** Absent when the template does not run with these values. */
  readonly sample?: Sample;
}

export interface EdgeCaseLint extends CompileResult {
  /** The preview, its further sizes, and each edge case that changes anything and for which processor time was left. */
  readonly cases: readonly [LintedCase, ...LintedCase[]];
  /** Diagnostics of all cases, those of the preview first. */
  readonly diagnostics: readonly CaseDiagnostic[];
}

/** Settings for linting a template under edge cases. */
export interface EdgeCaseSettings extends CompileSettings {
  /** The prompt of the generated template: values in it should be variables. */
  readonly prompt?: string;
  /** Whether edge cases are linted. @default true */
  readonly hasEdgeCases?: boolean;
}

/** Minimum processor time for another edge case, in milliseconds. */
const leastMs = 600;
/** Codes reported for edge cases. All others are about the code, which is the same in every case. */
const ofCases: ReadonlySet<string> = new Set([
  'overflow',
  'contrast',
  'unseen-text',
  'missing-glyph',
  'does-not-run',
  'does-not-render',
]);

/**
 * Lints a template with its own values, then with those of each of six edge cases.
 *
 * @param settings `given` are the values that the cases change
 * @param budget processor time for all cases; when it is used up, the rest is skipped
 */
export const lintEdgeCases = async (
  source: string,
  { prompt, hasEdgeCases = true, ...settings }: EdgeCaseSettings,
  budget: CpuBudget,
): Promise<EdgeCaseLint> => {
  const read = await draftTemplate(source, settings, budget);
  if (!('drafted' in read)) return getLook(read, [toCase('preview', getDiagnostics(read), read)]);
  const [linted, ...sizes] = await lintSizes(read, { isCard: true, ...settings }, budget);
  const { sample, errors, warnings } = linted;
  const getValues = async (of: Sample | undefined): Promise<CaseValues> => {
    if (!of) return { cases: [], fixed: [] };
    const { variables } = read.renderPlan;
    const values = await caseValues({ prompt, source, variables, tried: of.variables, tree: of.tree }, budget);
    // without time for them nothing is known to be wrong
    return 'reason' in values ? { cases: [], fixed: [] } : values;
  };
  const isGuess = warnings.some(({ code }) => code === 'sample-values');
  const isAsked = hasEdgeCases && errors.length === 0 && !isGuess;
  const { cases: wanted, fixed } = await getValues(isAsked || prompt !== undefined ? sample : undefined);
  const preview = toCase('preview', [...getDiagnostics(linted), ...fixed], linted);
  const cases = sizes.map(
    (size): LintedCase => ({ ...toCase(size.name, getDiagnostics(size), size), size: size.name }),
  );

  const isNew = isNewIn(linted);
  for (const { name, given } of isAsked ? wanted : []) {
    if (budget.leftMs() < leastMs) continue;
    const seen = await lintWithVariables(read, { ...settings, given }, budget);
    const own = getDiagnostics(seen, name).filter((one) => ofCases.has(one.code) && isNew(one));
    cases.push(toCase(name, own, seen));
  }
  return getLook({ ...linted, renderPlan: await pinFamilies(read) }, [preview, ...cases]);
};

const toCase = (name: string, diagnostics: readonly CaseDiagnostic[], { sample }: CompileResult): LintedCase => ({
  name,
  diagnostics,
  ...(sample && { sample }),
});

const getLook = (linted: CompileResult, cases: EdgeCaseLint['cases']): EdgeCaseLint => ({
  ...linted,
  cases,
  diagnostics: cases.flatMap(({ diagnostics }) => diagnostics),
});

const getDiagnostics = ({ errors, warnings }: CompileResult, caseName?: string): CaseDiagnostic[] => {
  const found =
    (isError: boolean) =>
    (one: Diagnostic): CaseDiagnostic => ({
      ...one,
      isError,
      ...(caseName !== undefined && { caseName, message: `${caseName}: ${one.message}` }),
    });
  // notes require no change
  const odd = warnings.filter(({ code }) => !noteCodes.has(code));
  return [...errors.map(found(true)), ...odd.map(found(false))];
};
