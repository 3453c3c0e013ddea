import { engines, getStoredEngine, type StageEngine } from '../../core/engines/engines.ts';
import type { Ports } from '../../ports/ports.ts';
import type { TemplateRecord } from '../../ports/records.ts';

/**
 * Returns whether a template's render plan exists in the current format, and its preview was made for the installed
 * engine.
 */
export const isCurrent = async (
  ports: Pick<Ports, 'renderPlans:read'>,
  stage: StageEngine,
  template: TemplateRecord,
): Promise<boolean> =>
  template.renderPlanHash !== undefined &&
  template.preview?.rv.startsWith(`${engines[getStoredEngine(template, stage)].id}-`) === true &&
  (await ports['renderPlans:read'].find(template.ownerId, template.renderPlanHash)) !== undefined;
