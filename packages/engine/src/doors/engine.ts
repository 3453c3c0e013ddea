/**
 * The front of the engine for a host that stores templates and images: `compileTemplate`, `lintEdgeCases`,
 * `evaluatePlan`, `renderTree` and `openFont` run in worker processes (`workers.ts` beside it). `openEngine` of the
 * package is made of the same functions.
 */
export { type CompileResult, compileTemplate, type Sample } from '../compile/compile-template.ts';
export { evaluatePlan, type PlanEvaluation } from '../compile/evaluate-plan.ts';
export { type EdgeCaseLint, type LintedCase, lintEdgeCases } from '../compile/lint-edge-cases.ts';
export { engines, getEngineOfVersion, isEngineInstalled, type StageEngine } from '../engines/engines.ts';
export type { OpenedFont, OpenedPicture, Pixels } from '../isolation/render/messages.ts';
export { openFont, openPicture, readPixels } from '../isolation/render/render.ts';
export { renderTree } from '../isolation/render/render-tree.ts';
export { describeFailure, describePublicly } from '../isolation/sandbox/evaluation.ts';
export type { PlacedBox } from '../rendering/boxes.ts';
export { type CostEstimate, estimateCost } from '../rendering/cost.ts';
export type { EncodedImage } from '../rendering/rendered-image.ts';
export { lintImageVariables, lintShownSamples, lintUnknownVariables } from '../template/render-plan/given-variables.ts';
