import { fail } from 'image-url-contract/errors.ts';
import type { RenderPlan } from 'image-url-engine/options.ts';
import type { Ports } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

type PlanPorts = Pick<Ports, 'renderPlans:read'>;

const findRenderPlan = async (
  ports: PlanPorts,
  runtime: Pick<Runtime, 'log'>,
  { templateId, ownerId, renderPlanHash }: TemplateRecord,
): Promise<RenderPlan | undefined> => {
  if (renderPlanHash === undefined) return undefined;
  const renderPlan = await ports['renderPlans:read'].find(ownerId, renderPlanHash);
  if (!renderPlan)
    runtime.log('error', 'render plan lost, damaged or of an unknown format', { templateId, renderPlanHash });
  return renderPlan;
};

/** Returns the render plan of a template and its hash. @throws TEMPLATE_NOT_COMPILED */
export const readRenderPlan = async (
  ports: PlanPorts,
  runtime: Pick<Runtime, 'log'>,
  template: TemplateRecord,
): Promise<RenderPlan & { readonly hash: string }> => {
  const renderPlan = await findRenderPlan(ports, runtime, template);
  if (!renderPlan || template.renderPlanHash === undefined) throw fail('TEMPLATE_NOT_COMPILED');
  return { ...renderPlan, hash: template.renderPlanHash };
};

/**
 * Returns a template with its variables, which are in the render plan alone if they are long. Without a usable render
 * plan it then has none, like a template that must be compiled again.
 */
export const withVariables = async (
  ports: PlanPorts,
  runtime: Pick<Runtime, 'log'>,
  template: TemplateRecord,
): Promise<TemplateRecord> => {
  if (template.variablesBytes === undefined) return template;
  const { variables } = (await findRenderPlan(ports, runtime, template)) ?? template;
  return { ...template, variables: [...variables] };
};
