import { type Diagnostic, removeDuplicates } from '../diagnostics/diagnostics.ts';
import type { OverLimit } from '../diagnostics/over-limit.ts';
import { imageLint } from '../isolation/render/render.ts';
import { treeLint } from '../isolation/sandbox/evaluate.ts';
import type { CpuBudget } from '../isolation/worker/cpu-budget.ts';
import type { Json } from '../json.ts';
import type { ImageLint } from '../lint/image/image-diagnostics.ts';
import { emptyImport } from '../lint/tree/imported-tree.ts';
import { isOfSample } from '../lint/tree/sample-texts.ts';
import type { TreeLint } from '../lint/tree/tree-lint.ts';
import type { FoundFamily, Typography } from '../rendering/fonts/typography.ts';
import { resolveRenderOptions } from '../rendering/render-options.ts';
import type { ValidSource } from '../template/render-plan/draft.ts';
import type { RenderPlan } from '../template/render-plan/render-plan.ts';
import { sourcePositionProperty, toPosition } from '../vnode/source-position.ts';
import type { VElement } from '../vnode/vnode.ts';
import type { CompileSettings, DraftedTemplate, EvaluatedSample } from './evaluate-sample.ts';

/** A sample with what it is rendered with. */
interface LintedSample extends EvaluatedSample {
  readonly typography: Typography | undefined;
  /** Families outside the core in its tree. */
  readonly outside: readonly FoundFamily[];
}

/** Minimum processor time for another step, in milliseconds. */
const leastMs = 300;
const nothing: TreeLint = { errors: [], warnings: [] };

const notRendered = ({ componentAt }: ValidSource): Diagnostic => ({
  line: componentAt.line,
  column: componentAt.column,
  code: 'not-rendered',
  message: 'Its processor time was used up before its image was looked at: warnings may be missing.',
});

/**
 * Applies the rules for the tree and for the rendered image, in parallel.
 *
 * @param budget remaining processor time; when it is used up, the only warning reports that
 */
export const lintSample = async (
  { source, drafted, renderPlan }: DraftedTemplate,
  { chosen = {}, isRendered = true, isCard, isPreviewed, hasLoopback, fonts }: CompileSettings,
  { placed: tree, typography, outside, samples }: LintedSample,
  budget: CpuBudget,
): Promise<TreeLint & { readonly overLimit?: OverLimit | undefined }> => {
  const notLinted = { errors: [], warnings: [notRendered(drafted)] };
  if (budget.leftMs() < leastMs) return notLinted;
  const sampleTexts = Object.values(samples).flatMap(getTexts);
  const { width, height, format } = resolveRenderOptions(chosen, renderPlan.options);
  const { engine } = renderPlan.options;
  const [ofTree, ofImage] = await Promise.all([
    treeLint(
      {
        tree,
        positions: drafted.positions,
        componentAt: drafted.componentAt,
        source,
        engine,
        width,
        height,
        sampleTexts,
        defaultTexts: renderPlan.variables.flatMap(({ defaultValue }) => getTexts(defaultValue)),
        fonts: fonts?.fonts ?? [],
        outside,
        hasLoopback,
        rootFamily: getRootFamily(drafted, renderPlan),
      },
      budget,
    ),
    isRendered
      ? imageLint(
          { tree, width, height, isJpeg: format === 'jpeg', isCard, isPreviewed, engine, typography },
          { budget, fontBytes: fonts?.fontBytes },
        )
      : undefined,
  ]);
  // not the template's fault: it was evaluated successfully before
  const seen = 'reason' in ofTree ? notLinted : ofTree;
  const found = ofImage ? getDiagnostics(ofImage, tree, drafted, sampleTexts) : isRendered ? notLinted : nothing;
  const isDoubtful = ({ code, line, column }: Diagnostic) =>
    code === 'unlike-browser' && 'doubtful' in seen && seen.doubtful?.includes(`${line}:${column}`);
  const isEmpty = found.warnings.some(({ code }) => code === 'empty-image');
  if (drafted.imported && isEmpty) return { errors: [emptyImport(drafted.imported)], warnings: seen.warnings };
  const warnings = [
    ...seen.warnings,
    ...found.warnings.filter((one) => !isReported(one, seen.warnings) && !isDoubtful(one)),
  ];
  return {
    // a failed render is reported only if no rule for the tree explains it
    errors: removeDuplicates(seen.errors.length > 0 ? seen.errors : found.errors),
    warnings: removeDuplicates(warnings),
    overLimit: ofImage?.failure?.overLimit,
  };
};

/** Returns the `fontFamily` option with its source position; undefined if there is none. */
const getRootFamily = ({ optionsAt, componentAt }: ValidSource, { options }: RenderPlan) => {
  const { line, column } = optionsAt?.fields.fontFamily ?? optionsAt ?? componentAt;
  return options.fontFamily === undefined ? undefined : { line, column, value: options.fontFamily };
};

/** Returns whether a rule for the tree has reported the value: it is invalid CSS, or the engine does not render it. */
const isReported = ({ code, line, column }: Diagnostic, note: readonly Diagnostic[]): boolean =>
  code === 'unknown-value' &&
  note.some((one) => /^(?:unknown-value|no-effect)$/.test(one.code) && one.line === line && one.column === column);

const getDiagnostics = (
  { diagnostics, failure }: ImageLint,
  tree: VElement,
  { optionsAt, componentAt, positions }: ValidSource,
  sampleTexts: readonly string[],
): TreeLint => {
  const root = toPosition(tree.props[sourcePositionProperty]) ?? componentAt;
  const format = optionsAt?.fields.format;
  const isSample = (about = '', code: string) =>
    code === 'unknown-value' ? isOfSample(about, sampleTexts) : sampleTexts.some((text) => about.includes(text));
  // values of a mint may fill an area that samples leave empty
  const isOpen = (code: string) => code === 'empty-area' && sampleTexts.length > 0;
  const own = diagnostics.filter(({ about, code }) => !isSample(about, code) && !isOpen(code));
  const warnings = own.map(({ code, message, position, property, degree }): Diagnostic => {
    const parts = (position !== undefined && property !== undefined && positions[position]) || {};
    const part = parts[`style.${property}`] ?? parts.style;
    const at = (code === 'transparent-jpeg' ? format : undefined) ?? part ?? toPosition(position) ?? root;
    return { line: at.line, column: at.column, code, message, ...(degree !== undefined && { degree }) };
  });
  if (!failure) return { errors: [], warnings };
  const message = `This cannot be rendered: ${failure.message}`;
  return { errors: [{ ...(toPosition(failure.position) ?? root), code: 'does-not-render', message }], warnings };
};

const getTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(getTexts);
};
