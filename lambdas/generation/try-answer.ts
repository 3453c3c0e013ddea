import { startOfDay } from 'image-url-contract/days.ts';
import { fail, failWithDetail, isServiceError } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { type CaseDiagnostic, getScore } from 'image-url-engine/diagnostics.ts';
import { type EdgeCaseLint, type LintedCase, lintEdgeCases, renderTree, type Sample } from 'image-url-engine/engine.ts';
import { type RenderOptions, type RenderPlan, resolveRenderOptions } from 'image-url-engine/options.ts';
import { cpuBudget } from 'image-url-engine/workers.ts';
import { type CompileContext, type CompiledTemplate, getCompiled } from '../templates/compile-template.ts';
import { packPreview } from '../templates/save-code.ts';
import { getAnswerCode, lintLostVariables } from './generated-code.ts';
import type { Shown } from './prompts.ts';

/**
 * Milliseconds of processor time for linting an answer under all edge cases; when it is used up, the rest is skipped.
 */
const lintCpuMs = 15_000;
/** Width of the images that are sent to the model, in pixels. */
const imageWidthPx = 768;

/** Requirements that an answer must meet. */
export interface Requirements {
  readonly prompt: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The template to revise. @default none, for a new template */
  readonly was?: { readonly code: string; readonly variables: readonly string[] };
}

/** An answer that is a valid template, with its diagnostics and score. */
export interface TriedAnswer {
  readonly code: string;
  readonly compiled: CompiledTemplate;
  readonly cases: EdgeCaseLint['cases'];
  readonly diagnostics: readonly CaseDiagnostic[];
  readonly score: number;
}

/** Extracts the code from an answer. @throws PARSE_FAILED, COMPILE_ERROR */
const extractCode = (answer: string, { was }: Requirements): string => {
  const code = getAnswerCode(answer);
  if (code === undefined) throw failWithDetail('PARSE_FAILED', 'The answer holds no module with a default export.');
  if (code.length > limits.codeCharacters) throw failWithDetail('PARSE_FAILED', 'The module is too long.');
  if (code.trim() === was?.code.trim()) throw fail('COMPILE_ERROR', { problems: 'This is the template as it was.' });
  return code;
};

const getLostVariables = ({ variables, seesAll }: RenderPlan, { was, prompt }: Requirements): CaseDiagnostic[] => {
  if (!was || seesAll) return [];
  const names = variables.map(({ name }) => name);
  return lintLostVariables(was.variables, names, prompt).map((name) => ({
    ...{ line: 1, column: 1, code: 'lost-variable', isError: false },
    message: `The variable ${name} is missing: its values would no longer be in the image. Keep it under its name.`,
  }));
};

/**
 * Lints a template with its own values and under the edge cases, as far as the processor time allows.
 *
 * @param prompt that of a new template: values in it should be variables
 */
export const lintAnswer = (code: string, circumstances: CompileContext, prompt?: string) => {
  const { defaultEngine, fonts } = circumstances;
  const clock = startOfDay(circumstances.now()).getTime();
  const settings = { clock, defaultEngine, fonts, ...(prompt !== undefined && { prompt }) };
  return lintEdgeCases(code, settings, cpuBudget(lintCpuMs));
};

/**
 * Compiles an answer, lints it under the edge cases, and renders it once with its own options.
 *
 * @throws PARSE_FAILED, COMPILE_ERROR or RENDER_ERROR, each with a message that the model can act on
 */
export const evaluateAnswer = async (
  answer: string,
  demands: Requirements,
  circumstances: CompileContext,
): Promise<TriedAnswer> => {
  const code = extractCode(answer, demands);
  const look = await lintAnswer(code, circumstances, demands.was ? undefined : demands.prompt);
  const compiled = getCompiled(code, look);
  const options = resolveRenderOptions({}, compiled.renderPlan.options);
  const { width = options.width, height = options.height } = demands;
  if (options.width !== width || options.height !== height) {
    throw fail('COMPILE_ERROR', { problems: `The options export must say width ${width} and height ${height}.` });
  }
  packPreview(compiled);
  await renderSample(compiled.renderPlan, compiled.sample, options, circumstances);
  const diagnostics = [...look.diagnostics, ...getLostVariables(compiled.renderPlan, demands)];
  return { code, compiled, cases: look.cases, diagnostics, score: getScore(diagnostics) };
};

const renderSample = async (
  renderPlan: RenderPlan,
  { tree, typography }: Sample,
  options: RenderOptions,
  circumstances: CompileContext,
) => {
  const { engine } = renderPlan.options;
  // remote images of a sample are left out
  const gathering = { gather: async () => ({ images: {} }), isFetching: false };
  const settings = { fontBytes: circumstances.fonts?.fontBytes };
  const { rendering } = await renderTree({ tree, typography, options, engine }, gathering, settings);
  return rendering;
};

/**
 * Returns the edge case with the lowest score, of equals the one with the longest variables; undefined if none could be
 * evaluated.
 */
const getWorst = ([, ...others]: EdgeCaseLint['cases']): LintedCase | undefined => {
  const getVariablesLength = ({ sample }: LintedCase) => JSON.stringify(sample?.variables).length;
  return others
    .filter(({ sample }) => sample)
    .toSorted(
      (one, other) =>
        getScore(one.diagnostics) - getScore(other.diagnostics) || getVariablesLength(other) - getVariablesLength(one),
    )[0];
};

/** Renders the preview and the worst edge case for the model. Images that cannot be rendered are omitted. */
export const selectImages = async (
  { cases }: Pick<TriedAnswer, 'cases'>,
  renderPlan: RenderPlan,
  circumstances: CompileContext,
): Promise<Shown[]> => {
  const worst = getWorst(cases);
  const width = resolveRenderOptions({}, renderPlan.options).width;
  const devicePixelRatio = Math.min(1, imageWidthPx / width);
  const images: Shown[] = [];
  for (const seen of [cases[0], ...(worst ? [worst] : [])]) {
    if (!seen.sample) continue;
    try {
      const options = resolveRenderOptions({ format: 'png', devicePixelRatio, size: seen.size }, renderPlan.options);
      const { bytes } = await renderSample(renderPlan, seen.sample, options, circumstances);
      images.push({
        caption:
          seen === cases[0]
            ? 'Its image:'
            : seen.size === undefined
              ? `The same with ${seen.name}:`
              : `The same at the size ${seen.size}:`,
        bytes,
      });
    } catch (problem) {
      // the diagnostics report the failure already
      if (!isServiceError(problem)) throw problem;
    }
  }
  return images;
};
