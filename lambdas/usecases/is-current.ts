import { defaultEngine, engines } from '../core/engines/engines.ts';
import type { Ports } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';

/** Whether this version can mint from a template's render plan, and draws its preview with the current engine. */
export const isCurrent = async (
  ports: Pick<Ports, 'renderPlans:read'>,
  { renderPlanHash, preview }: TemplateRecord,
): Promise<boolean> =>
  renderPlanHash !== undefined &&
  preview?.rv.startsWith(`${engines[defaultEngine].id}-`) === true &&
  (await ports['renderPlans:read'].find(renderPlanHash)) !== undefined;
