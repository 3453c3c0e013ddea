import { fail } from '../../contract/errors.ts';
import type { TemplateWarning } from '../../contract/schemas/template.ts';
import { startOfDay } from '../../core/signing/expiry.ts';
import { describeProblems } from '../../core/template/lint/source/diagnostics.ts';
import type { RenderPlan } from '../../core/template/render-plan/render-plan.ts';
import { type CpuBudget, cpuBudget } from '../../isolation/worker/cpu-budget.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { AccountFonts } from '../accounts/account-fonts.ts';
import { type LintResult, lintTemplate, type Sample, type Unreadable } from '../lint/lint-template.ts';

/**
 * Processor time of all steps of compiling together, in milliseconds. Reading and running the template come first; what is
 * left goes to the review (docs/decisions/0090).
 */
export const compileMs = 4_000;

/** When and where a template is tried. */
export type Circumstances = Pick<Runtime, 'now' | 'defaultEngine'> & {
  /** Of the account's own. @default none */
  readonly fonts?: AccountFonts | undefined;
};

export interface CompiledTemplate {
  readonly renderPlan: RenderPlan;
  readonly warnings: readonly TemplateWarning[];
  readonly sample: Sample;
}

/** A source without the mark some editors put at its beginning, which is no column of its first line. */
export const withoutMark = (code: string): string => code.replace(/^\ufeff/, '');

/** What came of examining a template. @throws COMPILE_ERROR for one that could not be read. */
export const readable = <T extends LintResult>(linted: T | Unreadable): T => {
  if ('unreadable' in linted) throw fail('COMPILE_ERROR', { problems: linted.unreadable });
  return linted;
};

/** What was examined, if it compiles. @throws COMPILE_ERROR listing every problem with its line. */
export const getCompiled = (source: string, linted: LintResult): CompiledTemplate => {
  const { errors, renderPlan, sample, warnings } = linted;
  if (errors.length > 0 || !renderPlan || !sample)
    throw fail('COMPILE_ERROR', { problems: describeProblems(source, errors) });
  return { renderPlan, warnings: warnings.map(({ degree: _, ...warning }) => warning), sample };
};

/**
 * Compiles a template: what throws at once is refused at once.
 *
 * @param circumstances the clock of the trial is the start of its day in UTC.
 * @param budget for all steps together; where nobody waits for the answer it may be more.
 * @throws COMPILE_ERROR listing every problem with its line.
 */
export const compileTemplate = async (
  code: string,
  circumstances: Circumstances,
  budget: CpuBudget = cpuBudget(compileMs),
): Promise<CompiledTemplate> => {
  const source = withoutMark(code);
  const { defaultEngine, fonts } = circumstances;
  const trial = { clock: startOfDay(circumstances.now()).getTime(), defaultEngine, fonts };
  const linted = await lintTemplate(source, trial, budget);
  return getCompiled(source, readable(linted));
};
