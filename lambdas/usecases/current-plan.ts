import { defaultEngine, engines } from '../core/engines/engines.ts';
import type { Ports } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';

/** Whether this version can mint from a template's plan, and draws its preview with the current engine. */
export const isCurrent = async (
  ports: Pick<Ports, 'plans:read'>,
  { planHash, preview }: TemplateRecord,
): Promise<boolean> =>
  planHash !== undefined &&
  preview?.rv.startsWith(`${engines[defaultEngine].id}-`) === true &&
  (await ports['plans:read'].find(planHash)) !== undefined;
