import type { Json } from '../../contract/schemas/mint.ts';
import { getCaseVariables } from '../../core/template/edge-cases/case-variables.ts';
import { type EdgeCase, edgeCases } from '../../core/template/edge-cases/edge-cases.ts';
import { noteCodes } from '../../core/template/lint/source/diagnostic-codes.ts';
import type { Diagnostic } from '../../core/template/lint/source/diagnostics.ts';
import { lintFixedValues } from '../../core/template/lint/values/fixed-values.ts';
import type { TemplateDiagnostic } from '../../core/template/lint/values/score.ts';
import type { CpuBudget } from '../../isolation/worker/cpu-budget.ts';
import {
  type LintResult,
  type LintSettings,
  lintOtherSizes,
  lintWithVariables,
  pinFamilies,
  type ReadTemplate,
  readTemplate,
  type Sample,
  type Unreadable,
} from './lint-template.ts';

/** Result of linting with the values of one edge case. */
export interface LintedCase {
  /** Name of the edge case or of a size; `preview` for the template's own values at its first size. */
  readonly name: string;
  /** Diagnostics that the preview does not have; for the preview, all of them. */
  readonly diagnostics: readonly TemplateDiagnostic[];
  /** The template's size at which it was rendered. @default the first */
  readonly size?: string;
  /** Absent when the template does not run with these values. */
  readonly sample?: Sample;
}

export interface EdgeCaseLint extends LintResult {
  /** The preview, its further sizes, and each edge case that changes anything and for which processor time was left. */
  readonly cases: readonly [LintedCase, ...LintedCase[]];
  /** Diagnostics of all cases, those of the preview first. */
  readonly diagnostics: readonly TemplateDiagnostic[];
}

/** Settings for linting a template under edge cases. */
export interface EdgeCaseSettings extends LintSettings {
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
  'does-not-draw',
]);
/** All edge cases but `Emoji`, which reveals no fault of a layout. */
const lintedEdgeCases = edgeCases.filter(({ name }) => name !== 'Emoji');

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
): Promise<EdgeCaseLint | Unreadable> => {
  const read = await readTemplate(source, settings, budget);
  if ('unreadable' in read) return read;
  if (!('drafted' in read)) return getLook(read, [], []);
  const viewed = { viewing: { chosen: {}, isRendered: true, isCard: true }, ...settings };
  const linted = await lintWithVariables(read, viewed, budget);
  const others = linted.errors.length > 0 ? [] : await lintOtherSizes(read, viewed, budget, linted);
  const cases: LintedCase[] = others.map(({ name, sample, ...found }) => ({
    name,
    size: name,
    diagnostics: getDiagnostics(found),
    ...(sample && { sample }),
  }));
  for (const edgeCase of hasEdgeCases ? lintedEdgeCases : []) {
    const variables = getVariables(read, linted, edgeCase);
    if (!variables || budget.leftMs() < leastMs) continue;
    const seen = await lintWithVariables(read, { ...settings, given: variables }, budget);
    cases.push({
      name: edgeCase.name,
      diagnostics: getDiagnostics(seen, edgeCase.name).filter(
        (one) => ofCases.has(one.code) && !isReported(one, linted),
      ),
      ...(seen.sample && { sample: seen.sample }),
    });
  }
  const { sample, renderPlan } = linted;
  const isWished = prompt !== undefined && sample && renderPlan;
  const fixed = isWished ? lintFixedValues({ prompt, source, variables: renderPlan.variables, tree: sample.tree }) : [];
  return getLook({ ...linted, renderPlan: await pinFamilies(read) }, fixed, cases);
};

const getVariables = (
  { renderPlan }: ReadTemplate,
  { errors, warnings, sample }: LintResult,
  edgeCase: EdgeCase,
): Readonly<Record<string, Json>> | undefined => {
  const isGuess = warnings.some(({ code }) => code === 'sample-values');
  if (!sample || isGuess || errors.length > 0) return undefined;
  return getCaseVariables(renderPlan.variables, sample.variables, sample.tree, edgeCase);
};

const getLook = (
  linted: LintResult,
  fixed: readonly TemplateDiagnostic[],
  stressed: readonly LintedCase[],
): EdgeCaseLint => {
  const preview = {
    name: 'preview',
    diagnostics: [...getDiagnostics(linted), ...fixed],
    ...(linted.sample && { sample: linted.sample }),
  };
  const cases = [preview, ...stressed] as const;
  return { ...linted, cases, diagnostics: cases.flatMap(({ diagnostics }) => diagnostics) };
};

const getDiagnostics = ({ errors, warnings }: LintResult, caseName?: string): TemplateDiagnostic[] => {
  const found =
    (isError: boolean) =>
    (one: Diagnostic): TemplateDiagnostic => ({
      ...one,
      isError,
      ...(caseName !== undefined && { caseName, message: `${caseName}: ${one.message}` }),
    });
  // notes require no change
  const odd = warnings.filter(({ code }) => !noteCodes.has(code));
  return [...errors.map(found(true)), ...odd.map(found(false))];
};

/** Returns whether the preview has a diagnostic with the same code and position. */
const isReported = ({ code, line, column }: TemplateDiagnostic, { errors, warnings }: LintResult): boolean =>
  [...errors, ...warnings].some((one) => one.code === code && one.line === line && one.column === column);
