import { engineOf, engines, type StageEngine } from '../core/engines/engines.ts';
import type { Ports } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';

/** Whether this version can mint from a template's render plan, and draws its preview with the engine as it is now. */
export const isCurrent = async (
  ports: Pick<Ports, 'renderPlans:read'>,
  stage: StageEngine,
  { ownerId, renderPlanHash, preview, options }: TemplateRecord,
): Promise<boolean> =>
  renderPlanHash !== undefined &&
  preview?.rv.startsWith(`${engines[engineOf(options, stage)].id}-`) === true &&
  (await ports['renderPlans:read'].find(ownerId, renderPlanHash)) !== undefined;
