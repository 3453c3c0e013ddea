import { startOfDay } from 'image-url-contract/days.ts';
import { fail } from 'image-url-contract/errors.ts';
import type { TemplateWarning } from 'image-url-contract/schemas/template.ts';
import { describeProblems } from 'image-url-engine/diagnostics.ts';
import { type CompileResult, compileTemplate, type Sample } from 'image-url-engine/engine.ts';
import type { TemplateFonts } from 'image-url-engine/fonts.ts';
import type { RenderPlan } from 'image-url-engine/options.ts';
import { type CpuBudget, cpuBudget } from 'image-url-engine/workers.ts';
import type { Runtime } from '../ports/runtime.ts';

/**
 * Processor time for all steps of compiling, in milliseconds. Parsing and evaluating come first; the rest is for
 * linting (docs/decisions/0090).
 */
export const compileMs = 4_000;

/** Time, default engine and fonts for compiling a template. */
export type CompileContext = Pick<Runtime, 'now' | 'defaultEngine'> & {
  /** Fonts besides the core families. @default none */
  readonly fonts?: TemplateFonts | undefined;
};

export interface CompiledTemplate {
  readonly renderPlan: RenderPlan;
  readonly warnings: readonly TemplateWarning[];
  readonly sample: Sample;
}

/** Returns the compiled template. @throws COMPILE_ERROR that lists every error with its line */
export const getCompiled = (source: string, linted: CompileResult): CompiledTemplate => {
  const { errors, renderPlan, sample, warnings } = linted;
  if (errors.length > 0 || !renderPlan || !sample)
    throw fail('COMPILE_ERROR', { problems: describeProblems(source, errors) });
  return { renderPlan, warnings: warnings.map(({ degree: _, ...warning }) => warning), sample };
};

/**
 * Compiles a template and evaluates it with sample values.
 *
 * @param circumstances the template's clock is the start of the UTC day of `now()`
 * @param budget processor time for all steps; it may be larger if no client waits
 * @throws COMPILE_ERROR that lists every error with its line
 */
export const compileOrFail = async (
  source: string,
  circumstances: CompileContext,
  budget: CpuBudget = cpuBudget(compileMs),
): Promise<CompiledTemplate> => {
  const { defaultEngine, fonts } = circumstances;
  const trial = { clock: startOfDay(circumstances.now()).getTime(), defaultEngine, fonts };
  const linted = await compileTemplate(source, trial, budget);
  return getCompiled(source, linted);
};
