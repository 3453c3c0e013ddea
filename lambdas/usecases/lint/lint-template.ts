import { limits } from '../../contract/limits.ts';
import type { Json } from '../../contract/schemas/mint.ts';
import { formatThousands } from '../../contract/thousands.ts';
import type { StageEngine } from '../../core/engines/engines.ts';
import { sha256Hex } from '../../core/hash.ts';
import { getFamilyLists, getTypography } from '../../core/rendering/fonts/named-fonts.ts';
import type { FoundFamily, PinnedFamily, Typography } from '../../core/rendering/fonts/typography.ts';
import { type Diagnostic, removeDuplicates } from '../../core/template/lint/source/diagnostics.ts';
import { checkOptions } from '../../core/template/lint/source/template-options.ts';
import { compileRenderPlan } from '../../core/template/render-plan/complete-render-plan.ts';
import type { ValidSource } from '../../core/template/render-plan/draft.ts';
import { packRenderPlan, type RenderPlan } from '../../core/template/render-plan/render-plan.ts';
import { stripPositions } from '../../core/vnode/source-position.ts';
import type { VElement } from '../../core/vnode/vnode.ts';
import { warmRenderWorker } from '../../isolation/render/render.ts';
import { readSource } from '../../isolation/sandbox/evaluate.ts';
import type { CpuBudget } from '../../isolation/worker/cpu-budget.ts';
import { type FamilyFinder, noFamilies } from '../fonts/find-families.ts';
import type { TemplateFonts } from '../fonts/template-fonts.ts';
import { evaluateSample, toDiagnostic } from './evaluate-sample.ts';
import { lintSample, type Viewing } from './lint-sample.ts';

export interface LintSettings extends StageEngine {
  /** Start of the template's UTC day, in Unix milliseconds. */
  readonly clock: number;
  /** Values of variables; a required variable that is missing gets a sample. @default none */
  readonly given?: Readonly<Record<string, Json>>;
  /** @default the template's own size, rendered */
  readonly viewing?: Viewing;
  /** Fonts besides the core families. @default none */
  readonly fonts?: TemplateFonts | undefined;
}

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
export interface LintResult {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Absent when the source cannot be parsed. */
  readonly renderPlan?: RenderPlan;
  /** Absent when the template does not run. */
  readonly sample?: Sample;
}

/** The source could not be parsed within its limits, so no position is known. */
export interface Unreadable {
  readonly unreadable: string;
}

/** A parsed template of which nothing was rendered. */
export interface ReadTemplate {
  readonly source: string;
  readonly drafted: ValidSource;
  readonly renderPlan: RenderPlan;
  readonly families: FamilyFinder;
  /** Errors of its options. */
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Lints a template: applies the rules for its source, evaluates it once, and applies the rules for the tree and the
 * rendered image, at each of its sizes. That takes four jobs in workers, the last two in parallel, and three more per
 * further size. Template code runs in the sandbox only; nothing is stored.
 *
 * @param source without a byte order mark
 * @param budget processor time of all steps; when it is used up, a warning reports that the image was not linted
 * @throws SERVICE_UNAVAILABLE when no worker is free in time
 */
export const lintTemplate = async (
  source: string,
  settings: LintSettings,
  budget: CpuBudget,
): Promise<LintResult | Unreadable> => {
  const read = await readTemplate(source, settings, budget);
  if (!('drafted' in read)) return read;
  const sampleToLint = await lintWithVariables(read, settings, budget);
  const isOne = settings.viewing?.chosen.size !== undefined || sampleToLint.errors.length > 0;
  const others = isOne ? [] : await lintOtherSizes(read, settings, budget, sampleToLint);
  return {
    ...sampleToLint,
    renderPlan: await pinFamilies(read),
    errors: [...sampleToLint.errors, ...others.flatMap(({ errors }) => errors)],
    warnings: [...sampleToLint.warnings, ...others.flatMap(({ warnings }) => warnings)],
  };
};

const toPinned = ({ problem: _, ...pinned }: FoundFamily): PinnedFamily => pinned;

/** Returns the render plan with the families that were found for any of the evaluated trees. */
export const pinFamilies = async ({ renderPlan, families }: ReadTemplate): Promise<RenderPlan> => {
  const pinned = (await families.find([], false)).map(toPinned);
  return pinned.length > 0 ? { ...renderPlan, pinned, seed: sha256Hex(packRenderPlan(renderPlan)) } : renderPlan;
};

/**
 * Lints a template at its sizes after the first, one after another. Returns diagnostics that the first size does not
 * have; each message begins with the name of the size.
 */
export const lintOtherSizes = async (
  read: ReadTemplate,
  settings: LintSettings,
  budget: CpuBudget,
  first: Pick<LintResult, 'errors' | 'warnings'>,
): Promise<(LintResult & { readonly name: string })[]> => {
  const known = new Set([...first.errors, ...first.warnings].map(getKey));
  const found: (LintResult & { readonly name: string })[] = [];
  for (const { name } of read.renderPlan.options.sizes?.slice(1) ?? []) {
    const { chosen, ...viewing } = settings.viewing ?? { chosen: {}, isRendered: true };
    const sized = { ...settings, viewing: { ...viewing, chosen: { ...chosen, size: name } } };
    const linted = await lintWithVariables(read, sized, budget);
    const own = (diagnostics: readonly Diagnostic[]) =>
      diagnostics
        .filter((one) => !known.has(getKey(one)))
        .map((one) => ({ ...one, message: `${name}: ${one.message}` }));
    found.push({ ...linted, name, errors: own(linted.errors), warnings: own(linted.warnings) });
  }
  return found;
};

const getKey = ({ code, line, column }: Diagnostic): string => `${code} ${line}:${column}`;

/** Parses a template and evaluates its options and defaults. Returns the diagnostics if that fails. */
export const readTemplate = async (
  source: string,
  { clock, defaultEngine, fonts }: LintSettings,
  budget: CpuBudget,
): Promise<ReadTemplate | LintResult | Unreadable> => {
  // start the render worker early; if it cannot start, rendering reports the error
  warmRenderWorker(defaultEngine).catch(() => {});
  const reading = await readSource(source, clock, budget);
  if ('reason' in reading) return { unreadable: reading.message };
  if (!reading.ok) return { errors: reading.errors, warnings: [] };

  const { draft: drafted, inspection } = reading;
  if (!inspection.ok) return { errors: [toDiagnostic(source, inspection)], warnings: drafted.warnings };
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
  { source, drafted, renderPlan, families, ...read }: ReadTemplate,
  settings: LintSettings,
  budget: CpuBudget,
): Promise<LintResult> => {
  const evaluated = await evaluateSample(source, drafted, renderPlan, settings, budget);
  if (!evaluated.ok) {
    const errors = [...read.errors, ...getReasons(toDiagnostic(source, evaluated), drafted)];
    return { renderPlan, warnings: read.warnings, errors };
  }
  const { variables, placed, consultsClock } = evaluated;
  const tree = stripPositions(placed);
  await families.find([renderPlan.options.fontFamily ?? '', ...getFamilyLists(tree)], true);
  const outside = await families.find(drafted.familyLists, false);
  const custom = settings.fonts?.fonts ?? [];
  const typography = getTypography(tree, renderPlan.options.fontFamily, custom, outside.map(toPinned));
  const linted = { ...settings, ...evaluated, typography, outside };
  const found = await lintSample(source, drafted, renderPlan, linted, budget);
  const warnings = [...read.warnings, ...evaluated.warnings, ...found.warnings];
  return {
    renderPlan,
    errors: [...read.errors, ...found.errors],
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
