import { type Diagnostic, getLines } from '../diagnostics/diagnostics.ts';
import type { StageEngine } from '../engines/engines.ts';
import { sha256Hex } from '../hash.ts';
import { evaluate } from '../isolation/sandbox/evaluate.ts';
import type { EvaluationFailure } from '../isolation/sandbox/evaluation.ts';
import type { CpuBudget } from '../isolation/worker/cpu-budget.ts';
import type { Json } from '../json.ts';
import { type ChosenOptions, getSizeProp, resolveRenderOptions } from '../rendering/render-options.ts';
import { chooseImages } from '../rendering/tree/responsive-images.ts';
import type { ValidSource } from '../template/render-plan/draft.ts';
import { selectVisibleVariables } from '../template/render-plan/given-variables.ts';
import { packRenderPlan, type RenderPlan } from '../template/render-plan/render-plan.ts';
import { sampleText, sizeProp } from '../template/variables/variable-names.ts';
import type { VElement } from '../vnode/vnode.ts';
import type { FamilyFinder, TemplateFonts } from './template-fonts.ts';

export interface CompileSettings extends StageEngine {
  /** Start of the template's UTC day, in Unix milliseconds. */
  readonly clock: number;
  /** Values of variables; a required variable that is missing gets a sample. @default none */
  readonly given?: Readonly<Record<string, Json>>;
  /** Options of the request, which override those of the template. @default none */
  readonly chosen?: ChosenOptions;
  /** Whether the image is rendered and linted, not only the tree. @default true */
  readonly isRendered?: boolean;
  /** Whether odd values of each variable are tried, if the image is rendered. @default true */
  readonly triesOddValues?: boolean;
  /** Whether the rules for preview cards apply; their warnings are not stored with a template. @default false */
  readonly isCard?: boolean;
  /** Whether labels that platforms show over the image are reported. @default false */
  readonly isPreviewed?: boolean;
  /** Whether images of this machine are fetched that a value names. @default false */
  readonly hasLoopback?: boolean | undefined;
  /** Fonts besides the core families. @default none */
  readonly fonts?: TemplateFonts | undefined;
}

/** A parsed template of which nothing was rendered. */
export interface DraftedTemplate {
  readonly source: string;
  readonly drafted: ValidSource;
  readonly renderPlan: RenderPlan;
  readonly families: FamilyFinder;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Returns the seed of `Math.random()`: the same render plan with the same variables gives the same image. */
export const createEvaluationSeed = (renderPlanHash: string, given: Readonly<Record<string, Json>>): string =>
  `${renderPlanHash} ${JSON.stringify(given)}`;

/** A template that ran with sample values. */
export interface EvaluatedSample {
  readonly ok: true;
  readonly variables: Readonly<Record<string, Json>>;
  /** Sample values of the required variables that the caller did not pass. */
  readonly samples: Readonly<Record<string, Json>>;
  /** The tree, whose elements have their source positions. */
  readonly placed: VElement;
  readonly consultsClock: boolean;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Evaluates a template. A required variable that is not given gets a sample; one with a default is omitted. A failure
 * may be due to a sample of a guessed shape, so the template is evaluated again with values of any shape, or with encoded
 * texts where it failed to decode one.
 *
 * @returns the tree, or the first failure when both evaluations fail
 */
export const evaluateSample = async (
  { source, drafted, renderPlan }: DraftedTemplate,
  { clock, given: all = {}, chosen = {} }: CompileSettings,
  budget: CpuBudget,
): Promise<EvaluatedSample | EvaluationFailure> => {
  const given = selectVisibleVariables(renderPlan, all);
  const isNeeded = ({ name, required }: { name: string; required: boolean }) =>
    required && !Object.hasOwn(given, name) && renderPlan.variables.some((variable) => variable.name === name);
  const needed = drafted.variables.filter(isNeeded);
  const samples = Object.fromEntries(needed.map(({ name, sample }) => [name, sample]));
  const variables = { ...samples, ...given };
  // the seed of a mint with these variables; a preview has that of no variables
  const seed =
    Object.keys(given).length === 0 ? '' : createEvaluationSeed(sha256Hex(packRenderPlan(renderPlan)), given);
  const size = getSizeProp(chosen, renderPlan.options);
  const sized = size ? { ...variables, [sizeProp]: { ...size } } : variables;
  const { preflight } = renderPlan.options;
  const request = { script: drafted.placedScript, hasPositions: true, clock, seed, variables: sized, preflight };

  const first = await evaluate(request, budget);
  const options = resolveRenderOptions(chosen, renderPlan.options);
  if (first.ok) return { ...first, placed: chooseImages(first.tree, options), variables, samples, warnings: [] };
  // colours and images are samples that fit
  const guessed = needed.filter(({ sample }) => typeof sample === 'object' || !/^(?:#|data:)/.test(String(sample)));
  if (first.reason !== 'threw' || guessed.length === 0) return first;

  const named = Object.fromEntries(guessed.map(({ name }) => [name, sampleText(name)]));
  // what reads a text as one that was encoded
  const isEncoded = /^(?:URI|InvalidCharacter)Error/.test(first.message);
  const texts = isEncoded ? encoded(named) : named;
  const second = isEncoded
    ? await evaluate({ ...request, variables: { ...sized, ...texts } }, budget)
    : await evaluate({ ...request, anyShapes: texts }, budget);
  if (!second.ok) {
    // of two failures, the one that names what a mint cannot send (`runtime/any-shape.ts`)
    return second.message.includes('a mint sends data only') ? second : first;
  }
  return {
    ...second,
    placed: chooseImages(second.tree, options),
    variables: { ...variables, ...texts },
    samples: { ...samples, ...texts },
    warnings: [notTried(source, first)],
  };
};

const encoded = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).toString('base64url')]));

const notTried = (source: string, failure: EvaluationFailure): Diagnostic => ({
  ...toDiagnostic(source, failure),
  code: 'sample-values',
  message: `With sample values this fails (${failure.message}); the preview shows names in their place.`,
});

/** Returns a failure at run time as a diagnostic at the start of its line, or of the first line. */
export const toDiagnostic = (source: string, { message, line: named = 1 }: EvaluationFailure): Diagnostic => {
  const lines = getLines(source);
  const line = named >= 1 && named <= lines.length ? named : 1;
  return { line, column: Math.max(0, lines[line - 1]?.search(/\S/) ?? 0) + 1, code: 'does-not-run', message };
};
