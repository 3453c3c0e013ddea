import { fail } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { Json } from '../contract/schemas/mint.ts';
import type { TemplateWarning } from '../contract/schemas/template.ts';
import { type Diagnostic, describeProblems, distinctDiagnostics, linesOf } from '../core/template/check/diagnostics.ts';
import { checkOptions } from '../core/template/check/options.ts';
import { completePlan } from '../core/template/plan/complete-plan.ts';
import type { ReadableDraft } from '../core/template/plan/draft.ts';
import type { Plan } from '../core/template/plan/plan.ts';
import { sampleText } from '../core/template/variables/sample-text.ts';
import type { VElement } from '../core/vnode/vnode.ts';
import { warmDrawer } from '../isolation/draw/draw.ts';
import { draft, evaluate, evaluationTimeMs, inspect, type WorkFor } from '../isolation/evaluate/evaluate.ts';
import type { EvaluationFailure, EvaluationSuccess } from '../isolation/evaluate/evaluation.ts';
import { type SharedTime, sharedTime } from '../time-budget.ts';
import { reviewTemplate } from './review-template.ts';

/**
 * What compiling may take, all steps together: whoever saves something hostile is answered within five seconds. Reading and
 * running the template come first; what is left goes to the review (docs/decisions/0090).
 */
const compileMs = 4_000;
/** What a necessary step gets at least, even when earlier steps used up the time. */
const leastMs = 500;

const runTime = (time: SharedTime): number => Math.max(leastMs, Math.min(evaluationTimeMs, time.leftMs()));

const tooManyBytes = ({ componentAt }: ReadableDraft, bytes: number): Diagnostic => ({
  ...componentAt,
  code: 'large-defaults',
  message: `The variables and their defaults take ${bytes.toLocaleString('en')} bytes; ${limits.defaultsBytes.toLocaleString('en')} are the most.`,
});

export interface CompiledTemplate {
  readonly plan: Plan;
  readonly warnings: readonly TemplateWarning[];
  /** The template's trial run: the variables it was given and the tree it returned. */
  readonly sample: {
    readonly variables: Readonly<Record<string, Json>>;
    readonly tree: VElement;
    readonly consultsClock: boolean;
  };
}

/**
 * Compiles a template: reads its source, has its defaults and options worked out, and tries it once, so that what
 * throws at once is refused at once. Nothing of it runs outside the isolation.
 *
 * @param now the clock of the trial is the start of its day in UTC.
 * @param account whose template it is.
 * @param time for all steps together; where nobody waits for the answer it may be more.
 * @throws COMPILE_ERROR listing every problem with its line.
 */
export const compileTemplate = async (
  code: string,
  now: Date,
  account: string,
  time: SharedTime = sharedTime(compileMs),
): Promise<CompiledTemplate> => {
  // an editor's mark at the beginning is no column of the first line
  const source = code.replace(/^\ufeff/, '');
  const step = (): WorkFor => ({ account, timeMs: runTime(time) });
  const clock = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const refuse = (problems: readonly Diagnostic[]) =>
    fail('COMPILE_ERROR', { problems: describeProblems(source, problems) });

  // the sample is drawn at the end: its process starts meanwhile, and says itself when it cannot
  warmDrawer().catch(() => {});
  const drafted = await draft(source, { account });
  if ('reason' in drafted) throw fail('COMPILE_ERROR', { problems: drafted.message });
  if (!drafted.ok) throw refuse(drafted.errors);

  const inspected = await inspect(drafted.inspectionScript, clock, step());
  if (!inspected.ok) throw refuse([problemOf(source, inspected)]);
  const checked = checkOptions(inspected.options, drafted.optionsAt);
  const { plan, warnings } = completePlan(drafted, inspected, checked.options);
  const variableBytes = Buffer.byteLength(JSON.stringify(plan.variables));
  if (variableBytes > limits.defaultsBytes) throw refuse([tooManyBytes(drafted, variableBytes)]);

  const tried = await tryOut(source, drafted, plan, clock, step);
  if (!tried.ok) throw refuse([...checked.errors, ...reasonsFor(problemOf(source, tried), drafted)]);
  const reviewed = await reviewTemplate(source, drafted, plan, { ...tried, clock }, account, time);
  if (checked.errors.length + reviewed.errors.length > 0) throw refuse([...checked.errors, ...reviewed.errors]);
  const all = [...drafted.warnings, ...checked.warnings, ...warnings, ...tried.warnings, ...reviewed.warnings];
  return {
    plan,
    warnings: distinctDiagnostics(all.toSorted(byPosition)),
    sample: { variables: tried.variables, tree: tried.tree, consultsClock: tried.consultsClock },
  };
};

const byPosition = (one: Diagnostic, other: Diagnostic) => one.line - other.line || one.column - other.column;

/**
 * A failure of the running template as a problem of its source, at the beginning of the line where it happened; of the first
 * one where it names a line that is not there.
 */
const problemOf = (source: string, { message, line: named = 1 }: EvaluationFailure): Diagnostic => {
  const lines = linesOf(source);
  const line = named >= 1 && named <= lines.length ? named : 1;
  return { line, column: Math.max(0, lines[line - 1]?.search(/\S/) ?? 0) + 1, code: 'does-not-run', message };
};

/** A failure, and the warnings already known about variables on its line. */
const reasonsFor = (problem: Diagnostic, { warnings }: ReadableDraft): Diagnostic[] => [
  problem,
  ...warnings.filter(({ code, line }) => code === 'dereferenced' && line === problem.line),
];

interface Tried extends EvaluationSuccess {
  readonly variables: Readonly<Record<string, Json>>;
  readonly standIns?: Readonly<Record<string, string>>;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Evaluates a plan with sample values: defaults are left to the template, each required variable gets its sample, what
 * is optional is left out. A template that throws then may only dislike a sample whose shape was guessed: it is tried
 * again with stand-ins that fit any shape, and only refused when it throws even so.
 */
const tryOut = async (
  source: string,
  drafted: ReadableDraft,
  plan: Plan,
  clock: number,
  step: () => WorkFor,
): Promise<Tried | EvaluationFailure> => {
  const isNeeded = ({ name, required }: { name: string; required: boolean }) =>
    required && plan.variables.some((variable) => variable.name === name);
  const needed = drafted.variables.filter(isNeeded);
  const samples = Object.fromEntries(needed.map(({ name, sample }) => [name, sample]));
  const request = { script: plan.script, clock, seed: '' };

  const first = await evaluate({ ...request, variables: samples }, step());
  if (first.ok) return { ...first, variables: samples, warnings: [] };
  const guessed = needed.filter(({ name, sample }) => typeof sample === 'object' || sample === sampleText(name));
  if (first.reason !== 'threw' || guessed.length === 0) return first;

  const texts = Object.fromEntries(guessed.map(({ name }) => [name, sampleText(name)]));
  const second = await evaluate({ ...request, variables: samples, standIns: texts }, step());
  if (!second.ok) return first;
  return { ...second, variables: { ...samples, ...texts }, standIns: texts, warnings: [notTried(source, first)] };
};

const notTried = (source: string, failure: EvaluationFailure): Diagnostic => ({
  ...problemOf(source, failure),
  code: 'sample-values',
  message: `With sample values this fails (${failure.message}); the preview shows names in their place.`,
});
