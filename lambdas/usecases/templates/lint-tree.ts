import type { Json } from '../../contract/schemas/mint.ts';
import { getEngine, type StageEngine } from '../../core/engines/engines.ts';
import type { Typography } from '../../core/rendering/fonts/typography.ts';
import { type ChosenOptions, resolveRenderOptions } from '../../core/rendering/render-options.ts';
import type { ImageLint } from '../../core/template/lint/image/image-diagnostics.ts';
import { type Diagnostic, distinctDiagnostics } from '../../core/template/lint/source/diagnostics.ts';
import type { TreeLint } from '../../core/template/lint/tree/tree-lint.ts';
import type { ReadableDraft } from '../../core/template/render-plan/draft.ts';
import { isSameTree } from '../../core/template/render-plan/placed-tree.ts';
import type { RenderPlan } from '../../core/template/render-plan/render-plan.ts';
import { sourcePositionProperty, toPosition } from '../../core/vnode/source-position.ts';
import type { VElement } from '../../core/vnode/vnode.ts';
import { imageLint } from '../../isolation/render/render.ts';
import { evaluate, treeLint } from '../../isolation/sandbox/evaluate.ts';
import type { CpuBudget } from '../../isolation/worker/cpu-budget.ts';
import type { AccountFonts } from '../accounts/account-fonts.ts';

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

/** How the image of a trial is looked at. */
export interface Viewing {
  /** What was chosen besides the template's own options. */
  readonly chosen: ChosenOptions;
  /** Whether it is laid out and rendered, which finds what the tree alone does not show. */
  readonly isRendered: boolean;
  /** Whether it is judged as a card too (`core/picture/survey`): nothing of that is kept with a template. @default false */
  readonly isCard?: boolean;
  /** Whether labels that platforms show over the image are reported. @default false */
  readonly isPreviewed?: boolean;
}

/** With less processor time left than this, in milliseconds, no further step begins. */
const leastMs = 300;
const nothing: TreeLint = { errors: [], warnings: [] };

/** Says that warnings may be missing: nobody takes a template for good that was not looked at. */
const notRendered = ({ componentAt }: ReadableDraft): Diagnostic => ({
  line: componentAt.line,
  column: componentAt.column,
  code: 'not-rendered',
  message: 'Its processor time was used up before its image was looked at: warnings may be missing.',
});

/** What is said of a trial. */
export interface ReviewedTrial extends TreeLint {
  /** Its tree, whose elements carry their places where they are known. */
  readonly placed: VElement;
}

/**
 * Says of a template that runs what in its image cannot work, and what its author may not expect.
 *
 * @param budget what is left of compiling; a template that has used it up is not reviewed, and a diagnostic says so.
 */
export const lintTree = async (
  source: string,
  drafted: ReadableDraft,
  renderPlan: RenderPlan,
  trial: Trial,
  budget: CpuBudget,
): Promise<ReviewedTrial> => {
  const unseen = { errors: [], warnings: [notRendered(drafted)] };
  if (budget.leftMs() < leastMs) return { ...unseen, placed: trial.tree };
  const tree = await placedTree(drafted, trial, budget);
  if (budget.leftMs() < leastMs) return { ...unseen, placed: tree };
  const sampleTexts = Object.values(trial.samples).flatMap(getTexts);
  const { chosen, isRendered, isCard, isPreviewed } = trial.viewing ?? { chosen: {}, isRendered: true };
  const { width, height, format } = resolveRenderOptions(chosen, renderPlan.options);
  const isJpeg = format === 'jpeg';
  const engine = getEngine(renderPlan.options, trial);
  const [read, looked] = await Promise.all([
    treeLint(
      {
        tree,
        positions: drafted.positions,
        componentAt: drafted.componentAt,
        source,
        width,
        height,
        sampleTexts,
        defaultTexts: renderPlan.variables.flatMap(({ defaultValue }) => getTexts(defaultValue)),
        fonts: trial.fonts?.fonts ?? [],
        rootFamily: getRootFamily(drafted, renderPlan),
      },
      budget,
    ),
    isRendered
      ? imageLint(
          { tree, width, height, isJpeg, isCard, isPreviewed, engine, typography: trial.typography },
          { budget, fontBytes: trial.fonts?.fontBytes },
        )
      : undefined,
  ]);
  // the template itself was tried before
  const seen = 'reason' in read ? unseen : read;
  const found = looked ? getDiagnostics(looked, tree, drafted, sampleTexts) : isRendered ? unseen : nothing;
  return {
    placed: tree,
    // that it cannot be rendered is told only where nothing else explains it
    errors: distinctDiagnostics(seen.errors.length > 0 ? seen.errors : found.errors),
    warnings: distinctDiagnostics([
      ...seen.warnings,
      ...found.warnings.filter((one) => !isReported(one, seen.warnings)),
    ]),
  };
};

/** What the options say of the root's family, and where. */
const getRootFamily = ({ optionsAt, componentAt }: ReadableDraft, { options }: RenderPlan) => {
  const { line, column } = optionsAt?.fields.fontFamily ?? optionsAt ?? componentAt;
  return options.fontFamily === undefined ? undefined : { line, column, value: options.fontFamily };
};

/** Values the layout cannot read are mostly invalid CSS, which the review has reported already. */
const isReported = ({ code, line, column }: Diagnostic, note: readonly Diagnostic[]): boolean =>
  code === 'unknown-value' && note.some((one) => one.code === code && one.line === line && one.column === column);

const getDiagnostics = (
  { findings: diagnostics, failure }: ImageLint,
  tree: VElement,
  { optionsAt, componentAt, positions }: ReadableDraft,
  sampleTexts: readonly string[],
): TreeLint => {
  const root = toPosition(tree.props[sourcePositionProperty]) ?? componentAt;
  const format = optionsAt?.fields.format;
  const isSample = (about = '') => sampleTexts.some((text) => about.includes(text));
  // what a mint sends may fill what samples leave empty
  const isOpen = (code: string) => code === 'empty-area' && sampleTexts.length > 0;
  const own = diagnostics.filter(({ about, code }) => !isSample(about) && !isOpen(code));
  const warnings = own.map(({ code, message, position, property, degree }): Diagnostic => {
    const parts = (position !== undefined && property !== undefined && positions[position]) || {};
    const part = parts[`style.${property}`] ?? parts.style;
    const at = (code === 'transparent-jpeg' ? format : undefined) ?? part ?? toPosition(position) ?? root;
    return { line: at.line, column: at.column, code, message, ...(degree !== undefined && { degree }) };
  });
  if (!failure) return { errors: [], warnings };
  const message = `This cannot be rendered: ${failure.message}`;
  return { errors: [{ ...(toPosition(failure.position) ?? root), code: 'does-not-draw', message }], warnings };
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

const getTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(getTexts);
};
