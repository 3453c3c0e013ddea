import type { Json } from '../contract/schemas/mint.ts';
import { engineOf, type StageEngine } from '../core/engines/engines.ts';
import type { Typography } from '../core/picture/fonts/typography.ts';
import { type ChosenOptions, resolveRenderOptions } from '../core/picture/render-options.ts';
import type { Survey } from '../core/picture/survey/findings.ts';
import { type Diagnostic, distinctDiagnostics } from '../core/template/check/diagnostics.ts';
import type { ReadableDraft } from '../core/template/render-plan/draft.ts';
import { isSameTree } from '../core/template/render-plan/placed-tree.ts';
import type { RenderPlan } from '../core/template/render-plan/render-plan.ts';
import type { Review } from '../core/template/review/reviewed.ts';
import { placeProperty, positionOfPlace } from '../core/vnode/place.ts';
import type { VElement } from '../core/vnode/vnode.ts';
import { survey } from '../isolation/draw/draw.ts';
import { evaluate, review } from '../isolation/evaluate/evaluate.ts';
import type { CpuBudget } from '../isolation/worker/cpu-budget.ts';
import type { AccountFonts } from './account-fonts.ts';

/** A template that was tried: what with, and the tree it gave. */
export interface Trial extends StageEngine {
  readonly variables: Readonly<Record<string, Json>>;
  /** Those of them that stand for values nobody sent: what is said of them is no fault of the template's. */
  readonly samples: Readonly<Record<string, Json>>;
  readonly anyShapes?: Readonly<Record<string, string>>;
  readonly tree: VElement;
  readonly seed: string;
  /** Start of the day the trial stands at, in Unix milliseconds. */
  readonly clock: number;
  readonly viewing?: Viewing;
  readonly typography: Typography | undefined;
  /** Of the account's own. */
  readonly fonts?: AccountFonts | undefined;
}

/** How the picture of a trial is looked at. */
export interface Viewing {
  /** What was chosen besides the template's own options. */
  readonly chosen: ChosenOptions;
  /** Whether it is laid out and drawn, which finds what the tree alone does not show. */
  readonly isDrawn: boolean;
  /** Whether it is judged as a card too (`core/picture/survey`): nothing of that is kept with a template. @default false */
  readonly isCard?: boolean;
}

/** With less processor time left than this, in milliseconds, no further step begins. */
const leastMs = 300;
const nothing: Review = { errors: [], warnings: [] };

/** What is said of a trial. */
export interface ReviewedTrial extends Review {
  /** Its tree, whose elements carry their places where they are known. */
  readonly placed: VElement;
}

/**
 * Says of a template that runs what in its picture cannot work, and what its author may not expect.
 *
 * @param budget what is left of compiling; a template that has used it up is not reviewed.
 */
export const reviewTemplate = async (
  source: string,
  drafted: ReadableDraft,
  renderPlan: RenderPlan,
  trial: Trial,
  budget: CpuBudget,
): Promise<ReviewedTrial> => {
  if (budget.leftMs() < leastMs) return { ...nothing, placed: trial.tree };
  const tree = await placedTree(drafted, trial, budget);
  if (budget.leftMs() < leastMs) return { ...nothing, placed: tree };
  const sampleTexts = Object.values(trial.samples).flatMap(textsOf);
  const { chosen, isDrawn, isCard } = trial.viewing ?? { chosen: {}, isDrawn: true };
  const { width, height, format } = resolveRenderOptions(chosen, renderPlan.options);
  const isJpeg = format === 'jpeg';
  const engine = engineOf(renderPlan.options, trial);
  const [read, looked] = await Promise.all([
    review(
      {
        tree,
        places: drafted.places,
        componentAt: drafted.componentAt,
        source,
        width,
        height,
        sampleTexts,
        defaultTexts: renderPlan.variables.flatMap(({ defaultValue }) => textsOf(defaultValue)),
        fonts: trial.fonts?.fonts ?? [],
        rootFamily: rootFamilyOf(drafted, renderPlan),
      },
      budget,
    ),
    isDrawn
      ? survey(
          { tree, width, height, isJpeg, isCard, engine, typography: trial.typography },
          { budget, fontBytes: trial.fonts?.fontBytes },
        )
      : undefined,
  ]);
  // a review that did not end says nothing; the template itself was tried before
  const seen = 'reason' in read ? nothing : read;
  const found = looked ? diagnosticsOf(looked, tree, drafted, sampleTexts) : nothing;
  return {
    placed: tree,
    // that it cannot be drawn is told only where nothing else explains it
    errors: distinctDiagnostics(seen.errors.length > 0 ? seen.errors : found.errors),
    warnings: distinctDiagnostics([...seen.warnings, ...found.warnings.filter((one) => !isSaid(one, seen.warnings))]),
  };
};

/** What the options say of the root's family, and where. */
const rootFamilyOf = ({ optionsAt, componentAt }: ReadableDraft, { options }: RenderPlan) => {
  const { line, column } = optionsAt?.fields.fontFamily ?? optionsAt ?? componentAt;
  return options.fontFamily === undefined ? undefined : { line, column, value: options.fontFamily };
};

/** Values the layout cannot read are mostly invalid CSS, which the review has reported already. */
const isSaid = ({ code, line, column }: Diagnostic, said: readonly Diagnostic[]): boolean =>
  code === 'unknown-value' && said.some((one) => one.code === code && one.line === line && one.column === column);

const diagnosticsOf = (
  { findings, failure }: Survey,
  tree: VElement,
  { optionsAt, componentAt, places }: ReadableDraft,
  sampleTexts: readonly string[],
): Review => {
  const root = positionOfPlace(tree.props[placeProperty]) ?? componentAt;
  const format = optionsAt?.fields.format;
  const isSample = (about = '') => sampleTexts.some((text) => about.includes(text));
  // what a mint sends may fill what samples leave empty
  const isOpen = (code: string) => code === 'empty-area' && sampleTexts.length > 0;
  const own = findings.filter(({ about, code }) => !isSample(about) && !isOpen(code));
  const warnings = own.map(({ code, message, place, property, degree }): Diagnostic => {
    const parts = (place !== undefined && property !== undefined && places[place]) || {};
    const part = parts[`style.${property}`] ?? parts.style;
    const at = (code === 'transparent-jpeg' ? format : undefined) ?? part ?? positionOfPlace(place) ?? root;
    return { line: at.line, column: at.column, code, message, ...(degree !== undefined && { degree }) };
  });
  if (!failure) return { errors: [], warnings };
  const message = `This cannot be drawn: ${failure.message}`;
  return { errors: [{ ...(positionOfPlace(failure.place) ?? root), code: 'does-not-draw', message }], warnings };
};

/** The trial's tree with the place of each element; without places when running it again gives another tree. */
const placedTree = async (
  drafted: ReadableDraft,
  { variables, anyShapes, tree, clock, seed }: Trial,
  budget: CpuBudget,
): Promise<VElement> => {
  const script = drafted.placedScript;
  const again = await evaluate({ script, variables, clock, seed, ...(anyShapes && { anyShapes }) }, budget);
  return again.ok && isSameTree(again.tree, tree) ? again.tree : tree;
};

const textsOf = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
};
