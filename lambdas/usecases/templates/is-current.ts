import { engines, getStoredEngine, type StageEngine } from '../../core/engines/engines.ts';
import type { Ports } from '../../ports/ports.ts';
import type { TemplateRecord } from '../../ports/records.ts';

/** Whether this version can mint from a template's render plan, and renders its preview with the engine as it is now. */
export const isCurrent = async (
  ports: Pick<Ports, 'renderPlans:read'>,
  stage: StageEngine,
  template: TemplateRecord,
): Promise<boolean> =>
  template.renderPlanHash !== undefined &&
  template.preview?.rv.startsWith(`${engines[getStoredEngine(template, stage)].id}-`) === true &&
  (await ports['renderPlans:read'].find(template.ownerId, template.renderPlanHash)) !== undefined;
