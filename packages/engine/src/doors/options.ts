/** A door: options of images and templates, and the render plan in which a template is stored. */
export {
  getOutputSize,
  getSizeSuffix,
  type RenderOptions,
  resolveOptions,
  resolveRenderOptions,
} from '../rendering/render-options.ts';
export type { TemplateOptions } from '../rendering/template-options.ts';
export {
  packRenderPlan,
  type RenderPlan,
  type RenderPlanVariable,
  renderPlanFacts,
  toDefaultText,
  unpackRenderPlan,
} from '../template/render-plan/render-plan.ts';
