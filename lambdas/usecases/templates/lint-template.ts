import { limits } from '../../contract/limits.ts';
import type { Json } from '../../contract/schemas/mint.ts';
import { inThousands } from '../../contract/thousands.ts';
import type { StageEngine } from '../../core/engines/engines.ts';
import { sha256Hex } from '../../core/hash.ts';
import { getTypography } from '../../core/rendering/fonts/named-fonts.ts';
import type { Typography } from '../../core/rendering/fonts/typography.ts';
import { type Diagnostic, distinctDiagnostics, getLines } from '../../core/template/lint/source/diagnostics.ts';
import { checkOptions } from '../../core/template/lint/source/template-options.ts';
import { completeRenderPlan } from '../../core/template/render-plan/complete-render-plan.ts';
import type { ReadableDraft } from '../../core/template/render-plan/draft.ts';
import type { RenderPlan } from '../../core/template/render-plan/render-plan.ts';
import { packRenderPlan } from '../../core/template/render-plan/stored-render-plan.ts';
import { visibleVariables } from '../../core/template/variables/given-variables.ts';
import { sampleText } from '../../core/template/variables/sample-text.ts';
import type { VElement } from '../../core/vnode/vnode.ts';
import { warmRenderWorker } from '../../isolation/render/render.ts';
import { draft, evaluate, inspect } from '../../isolation/sandbox/evaluate.ts';
import type { EvaluationFailure, EvaluationSuccess } from '../../isolation/sandbox/evaluation.ts';
import type { CpuBudget } from '../../isolation/worker/cpu-budget.ts';
import type { AccountFonts } from '../accounts/account-fonts.ts';
import { evaluationSeed } from '../mint/evaluation-seed.ts';
import { lintTree, type Viewing } from './lint-tree.ts';

const tooManyBytes = ({ componentAt }: ReadableDraft, bytes: number): Diagnostic => ({
  ...componentAt,
  code: 'large-defaults',
  message: `The variables and their defaults take ${inThousands(bytes)} bytes; ${inThousands(limits.defaultsBytes)} are the most.`,
});

/** A template's trial run: the variables it was given and the tree it returned. */
export interface Sample {
  readonly variables: Readonly<Record<string, Json>>;
  readonly tree: VElement;
  /** The same with the place of each element, as far as they are known. */
  readonly placed: VElement;
  /** What it is set in. */
  readonly typography: Typography | undefined;
  readonly consultsClock: boolean;
}

/** What is known of a template's source, as far as it could be read and run. */
export interface Examination {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Absent when the source cannot be read. */
  readonly renderPlan?: RenderPlan;
  /** Absent when the template does not run. */
  readonly sample?: Sample;
}

/** How a template is tried. */
export interface TrialSettings extends StageEngine {
  /** Start of the day it is tried at, in Unix milliseconds. */
  readonly clock: number;
  /** Values of variables; a required one that is missing gets a sample. @default none */
  readonly given?: Readonly<Record<string, Json>>;
  /** How its image is looked at. @default in its own size, laid out and rendered */
  readonly viewing?: Viewing;
  /** Of the account's own. @default none */
  readonly fonts?: AccountFonts | undefined;
}

/** The source could not be parsed within its limits: nothing is known about positions. */
export interface Unreadable {
  readonly unreadable: string;
}

/** A template that was read: all that is known before it runs. */
export interface ReadTemplate {
  readonly source: string;
  readonly drafted: ReadableDraft;
  readonly renderPlan: RenderPlan;
  /** Of its options. */
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads a template's source, has its defaults and options worked out, tries it once and looks at what comes out. Nothing of it
 * runs outside the isolation, and nothing is kept.
 *
 * @param source without a byte order mark.
 * @param budget processor time that all steps share; a template that has used it up is not reviewed.
 */
export const lintTemplate = async (
  source: string,
  settings: TrialSettings,
  budget: CpuBudget,
): Promise<Examination | Unreadable> => {
  const read = await readTemplate(source, settings, budget);
  return 'drafted' in read ? tryTemplate(read, settings, budget) : read;
};

/** Reads a template's source and has its defaults and options worked out; answers what is wrong with one that has none. */
export const readTemplate = async (
  source: string,
  { clock, defaultEngine }: TrialSettings,
  budget: CpuBudget,
): Promise<ReadTemplate | Examination | Unreadable> => {
  // the sample is rendered at the end: its process starts meanwhile, and says itself when it cannot
  warmRenderWorker(defaultEngine).catch(() => {});
  const drafted = await draft(source, budget);
  if ('reason' in drafted) return { unreadable: drafted.message };
  if (!drafted.ok) return { errors: drafted.errors, warnings: [] };

  const inspected = await inspect(drafted.inspectionScript, clock, budget);
  if (!inspected.ok) return { errors: [getProblem(source, inspected)], warnings: drafted.warnings };
  const checked = checkOptions(inspected.options, drafted.optionsAt);
  const { renderPlan, warnings: found } = completeRenderPlan(drafted, inspected, {
    // written down, so that a stored template keeps it
    engine: defaultEngine,
    ...checked.options,
  });
  const warnings = [...drafted.warnings, ...checked.warnings, ...found];
  const variableBytes = Buffer.byteLength(JSON.stringify(renderPlan.variables));
  if (variableBytes > limits.defaultsBytes)
    return { renderPlan, warnings, errors: [tooManyBytes(drafted, variableBytes)] };
  return { source, drafted, renderPlan, errors: checked.errors, warnings };
};

/** Tries a template that was read with some variables and looks at what comes out. */
export const tryTemplate = async (
  read: ReadTemplate,
  settings: TrialSettings,
  budget: CpuBudget,
): Promise<Examination> => {
  const { source, drafted, renderPlan } = read;
  const known = { renderPlan, warnings: read.warnings };
  const tried = await tryOut(source, drafted, renderPlan, settings, budget);
  if (!tried.ok) return { ...known, errors: [...read.errors, ...reasonsFor(getProblem(source, tried), drafted)] };
  const { variables, tree, consultsClock } = tried;
  const typography = getTypography(tree, renderPlan.options.fontFamily, settings.fonts?.fonts ?? []);
  const trial = { ...tried, ...settings, typography };
  const reviewed = await lintTree(source, drafted, renderPlan, trial, budget);
  const all = [...known.warnings, ...tried.warnings, ...reviewed.warnings];
  return {
    renderPlan,
    errors: [...read.errors, ...reviewed.errors],
    warnings: distinctDiagnostics(all.toSorted(byPosition)),
    sample: { variables, tree, placed: reviewed.placed, typography, consultsClock },
  };
};

const byPosition = (one: Diagnostic, other: Diagnostic) => one.line - other.line || one.column - other.column;

/**
 * A failure of the running template as a problem of its source, at the beginning of the line where it happened; of the first
 * one where it names a line that is not there.
 */
const getProblem = (source: string, { message, line: named = 1 }: EvaluationFailure): Diagnostic => {
  const lines = getLines(source);
  const line = named >= 1 && named <= lines.length ? named : 1;
  return { line, column: Math.max(0, lines[line - 1]?.search(/\S/) ?? 0) + 1, code: 'does-not-run', message };
};

/** A failure, and the warnings already known about variables on its line. */
const reasonsFor = (problem: Diagnostic, { warnings }: ReadableDraft): Diagnostic[] => [
  problem,
  ...warnings.filter(({ code, line }) => code === 'dereferenced' && line === problem.line),
];

interface Tried extends EvaluationSuccess {
  readonly seed: string;
  readonly variables: Readonly<Record<string, Json>>;
  /** Those of them that nobody sent. */
  readonly samples: Readonly<Record<string, Json>>;
  readonly anyShapes?: Readonly<Record<string, string>>;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Evaluates a render plan with what was given and sample values: defaults are left to the template, each other required variable
 * gets its sample, what is optional is left out. A template that throws then may only dislike a sample whose shape was guessed: it is tried
 * again with values of any shape, and only refused when it throws even so.
 */
const tryOut = async (
  source: string,
  drafted: ReadableDraft,
  renderPlan: RenderPlan,
  { clock, given: all = {} }: TrialSettings,
  budget: CpuBudget,
): Promise<Tried | EvaluationFailure> => {
  const given = visibleVariables(renderPlan, all);
  const isNeeded = ({ name, required }: { name: string; required: boolean }) =>
    required && !Object.hasOwn(given, name) && renderPlan.variables.some((variable) => variable.name === name);
  const needed = drafted.variables.filter(isNeeded);
  const samples = Object.fromEntries(needed.map(({ name, sample }) => [name, sample]));
  const variables = { ...samples, ...given };
  // chance falls as it does for a mint with these variables; a preview's is that of no variables
  const seed = Object.keys(given).length === 0 ? '' : evaluationSeed(sha256Hex(packRenderPlan(renderPlan)), given);
  const request = { script: renderPlan.script, clock, seed };

  const first = await evaluate({ ...request, variables }, budget);
  if (first.ok) return { ...first, seed, variables, samples, warnings: [] };
  if (first.reason === 'size' && first.line === undefined) {
    // the script that retains source positions fails at the same element, and names it
    const placed = await evaluate({ ...request, script: drafted.placedScript, variables }, budget);
    return !placed.ok && placed.message === first.message ? placed : first;
  }
  const guessed = needed.filter(({ name, sample }) => typeof sample === 'object' || sample === sampleText(name));
  if (first.reason !== 'threw' || guessed.length === 0) return first;

  const texts = Object.fromEntries(guessed.map(({ name }) => [name, sampleText(name)]));
  const second = await evaluate({ ...request, variables, anyShapes: texts }, budget);
  if (!second.ok) return first;
  return {
    ...second,
    seed,
    variables: { ...variables, ...texts },
    samples: { ...samples, ...texts },
    anyShapes: texts,
    warnings: [notTried(source, first)],
  };
};

const notTried = (source: string, failure: EvaluationFailure): Diagnostic => ({
  ...getProblem(source, failure),
  code: 'sample-values',
  message: `With sample values this fails (${failure.message}); the preview shows names in their place.`,
});
