import { type Diagnostic, removeDuplicates } from '../diagnostics/diagnostics.ts';
import type { OverLimit } from '../diagnostics/over-limit.ts';
import { sha256Hex } from '../hash.ts';
import { warmRenderWorker } from '../isolation/render/render.ts';
import { readSource } from '../isolation/sandbox/evaluate.ts';
import { getOverLimit } from '../isolation/sandbox/evaluation.ts';
import type { CpuBudget } from '../isolation/worker/cpu-budget.ts';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import { checkOptions } from '../lint/source/template-options.ts';
import { checkImportedTree } from '../lint/tree/imported-tree.ts';
import { getFamilyLists, getTypography } from '../rendering/fonts/named-fonts.ts';
import type { Typography } from '../rendering/fonts/typography.ts';
import { compileRenderPlan } from '../template/render-plan/complete-render-plan.ts';
import type { ValidSource } from '../template/render-plan/draft.ts';
import { packRenderPlan, type RenderPlan } from '../template/render-plan/render-plan.ts';
import { formatThousands } from '../thousands.ts';
import { stripPositions } from '../vnode/source-position.ts';
import type { VElement } from '../vnode/vnode.ts';
import { type CompileSettings, type DraftedTemplate, evaluateSample, toDiagnostic } from './evaluate-sample.ts';
import { lintSample } from './lint-sample.ts';
import { noFamilies, toPinned } from './template-fonts.ts';
import { tryOddValues } from './try-odd-values.ts';

/** Result of one evaluation of a template: its variables and the tree it returned. */
export interface Sample {
  readonly variables: Readonly<Record<string, Json>>;
  readonly tree: VElement;
  /** The same tree with the source position of each element. */
  readonly placed: VElement;
  readonly typography: Typography | undefined;
  readonly consultsClock: boolean;
}

/** Diagnostics, and the template as far as it could be parsed and run. */
export interface CompileResult {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Absent when the source cannot be parsed. */
  readonly renderPlan?: RenderPlan;
  /** Absent when the template does not run. */
  readonly sample?: Sample;
  /** The limit that it exceeded, if that is why it has errors. */
  readonly overLimit?: OverLimit | undefined;
}

/**
 * Lints a template: applies the rules for its source, evaluates it, and applies the rules for the tree and the
 * rendered image, at each of its sizes. One size takes four jobs in workers, the last two in parallel; each further size
 * takes three. Then odd values are tried. Template code runs in the sandbox only; nothing is stored.
 *
 * @param budget processor time of all steps; when it is used up, a warning reports that the image was not linted
 * @throws SERVICE_UNAVAILABLE when no worker is free in time
 */
export const compileTemplate = async (
  source: string,
  settings: CompileSettings,
  budget: CpuBudget,
): Promise<CompileResult> => {
  const read = await draftTemplate(source, settings, budget);
  if (!('drafted' in read)) return read;
  const results = await lintSizes(read, settings, budget);
  const [first] = results;
  const errors = results.flatMap((one) => one.errors);
  const isGuess = first.warnings.some(({ code }) => code === 'sample-values');
  const { isRendered = true, triesOddValues = true } = settings;
  const odd =
    isRendered && triesOddValues && errors.length === 0 && first.sample && !isGuess
      ? await tryOddValues(read, settings, first.sample, budget)
      : [];
  return {
    ...first,
    renderPlan: await pinFamilies(read),
    errors,
    overLimit: results.find(({ overLimit }) => overLimit)?.overLimit,
    warnings: [...results.flatMap(({ warnings }) => warnings), ...odd],
  };
};

/** Returns the render plan with the families that were found for any of the evaluated trees. */
export const pinFamilies = async ({ renderPlan, families }: DraftedTemplate): Promise<RenderPlan> => {
  const pinned = (await families.find([], false)).map(toPinned);
  return pinned.length > 0 ? { ...renderPlan, pinned, seed: sha256Hex(packRenderPlan(renderPlan)) } : renderPlan;
};

/** Returns a test for diagnostics that a result does not have at the same position. */
export const isNewIn = ({ errors, warnings }: CompileResult) => {
  const getKey = ({ code, line, column }: Diagnostic): string => `${code} ${line}:${column}`;
  const known = new Set([...errors, ...warnings].map(getKey));
  return (diagnostic: Diagnostic): boolean => !known.has(getKey(diagnostic));
};

/** The result at one of the sizes after the first. */
interface SizedResult extends CompileResult {
  readonly name: string;
}

/**
 * Lints a template at the chosen size, or else at each of its sizes while the first has no error. The results after the
 * first contain what is new in them; each message begins with the name of the size.
 */
export const lintSizes = async (
  read: DraftedTemplate,
  settings: CompileSettings,
  budget: CpuBudget,
): Promise<[CompileResult, ...SizedResult[]]> => {
  const first = await lintWithVariables(read, settings, budget);
  if (settings.chosen?.size !== undefined || first.errors.length > 0) return [first];
  const isNew = isNewIn(first);
  const others: SizedResult[] = [];
  for (const { name } of read.renderPlan.options.sizes?.slice(1) ?? []) {
    const linted = await lintWithVariables(read, { ...settings, chosen: { ...settings.chosen, size: name } }, budget);
    const own = (diagnostics: readonly Diagnostic[]) =>
      diagnostics.filter(isNew).map((one) => ({ ...one, message: `${name}: ${one.message}` }));
    others.push({ ...linted, name, errors: own(linted.errors), warnings: own(linted.warnings) });
  }
  return [first, ...others];
};

/** Parses a template and evaluates its options and defaults. Returns the diagnostics if that fails. */
export const draftTemplate = async (
  source: string,
  { clock, defaultEngine, fonts }: CompileSettings,
  budget: CpuBudget,
): Promise<DraftedTemplate | CompileResult> => {
  // start a render worker early; if it cannot start, rendering reports the error
  warmRenderWorker(defaultEngine, 1).catch(() => {});
  const reading = await readSource(source, clock, budget);
  if ('reason' in reading)
    return { errors: [toDiagnostic(source, reading)], warnings: [], overLimit: getOverLimit(reading) };
  if (!reading.ok) return { errors: reading.errors, warnings: [] };

  const { draft: drafted, inspection } = reading;
  if (!inspection.ok) {
    const overLimit = getOverLimit(inspection);
    return { errors: [toDiagnostic(source, inspection)], warnings: drafted.warnings, overLimit };
  }
  const checked = checkOptions(inspection.options, drafted.optionsAt);
  const { renderPlan, warnings: found } = compileRenderPlan(drafted, inspection, {
    // stored explicitly, so that a change of the default engine does not change the template
    engine: defaultEngine,
    ...checked.options,
  });
  const warnings = [...drafted.warnings, ...checked.warnings, ...found];
  const bytes = Buffer.byteLength(JSON.stringify(renderPlan.variables));
  if (bytes > limits.defaultsBytes) return { renderPlan, warnings, errors: [largeDefaults(drafted, bytes)] };
  const families = fonts?.openFinder() ?? noFamilies;
  return { source, drafted, renderPlan, families, errors: checked.errors, warnings };
};

/** Evaluates a template with variables, and applies the rules for the tree and the rendered image. */
export const lintWithVariables = async (
  read: DraftedTemplate,
  settings: CompileSettings,
  budget: CpuBudget,
): Promise<CompileResult> => {
  const { source, drafted, renderPlan, families } = read;
  const evaluated = await evaluateSample(read, settings, budget);
  if (!evaluated.ok) {
    const errors = [...read.errors, ...getReasons(toDiagnostic(source, evaluated), drafted)];
    return { renderPlan, warnings: read.warnings, errors, overLimit: getOverLimit(evaluated) };
  }
  const { variables, placed, consultsClock } = evaluated;
  const empty =
    drafted.imported && checkImportedTree(placed, drafted.imported, Object.values(evaluated.samples).map(String));
  if (empty) return { renderPlan, warnings: read.warnings, errors: [...read.errors, empty] };
  const tree = stripPositions(placed);
  await families.find([renderPlan.options.fontFamily ?? '', ...getFamilyLists(tree)], true);
  const outside = await families.find(drafted.familyLists, false);
  const custom = settings.fonts?.fonts ?? [];
  const typography = getTypography(tree, renderPlan.options.fontFamily, custom, outside.map(toPinned));
  const found = await lintSample(read, settings, { ...evaluated, typography, outside }, budget);
  const warnings = [...read.warnings, ...evaluated.warnings, ...found.warnings];
  return {
    renderPlan,
    errors: [...read.errors, ...found.errors],
    overLimit: found.overLimit,
    warnings: removeDuplicates(warnings.toSorted(comparePositions)),
    sample: { variables, tree, placed, typography, consultsClock },
  };
};

const largeDefaults = ({ componentAt }: ValidSource, bytes: number): Diagnostic => ({
  ...componentAt,
  code: 'large-defaults',
  message: `The variables and their defaults take ${formatThousands(bytes)} bytes; ${formatThousands(limits.defaultsBytes)} are the most.`,
});

const comparePositions = (one: Diagnostic, other: Diagnostic) => one.line - other.line || one.column - other.column;

/** Returns a failure and the known warnings about variables on its line. */
const getReasons = (problem: Diagnostic, { warnings }: ValidSource): Diagnostic[] => [
  problem,
  ...warnings.filter(({ code, line }) => code === 'dereferenced' && line === problem.line),
];
