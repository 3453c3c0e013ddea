import { anOwner } from '../../support/an-owner.ts';
import { haveAllVersions } from '../../support/budgets.ts';
import { type Caller, card, send, useUp } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { failing, refused, refusedForeign } from './requests.ts';

type Prepare = (caller: Caller, templateId: string) => Promise<unknown>;

const patching = (body: unknown, prepare?: Prepare) => async (): Promise<Refusal> => {
  const { caller, templateId } = await anOwner();
  await prepare?.(caller, templateId);
  return { answer: await send('PATCH', `/v1/templates/${templateId}`, { caller, body }), caller };
};
const without = (prepare: Prepare) => patching({ code: card }, prepare);

export const updateTemplate: Refusals<'updateTemplate'> = {
  ...getAuthRefusals('PATCH', '/v1/templates/x', { name: 'Card' }),
  PAYLOAD_TOO_LARGE: patching({ description: 'x'.repeat(1_300_000) }),
  LEGACY_TEMPLATE_PAYLOAD: patching({ jsx: '<div/>' }),
  MISSING_TEMPLATE_ID: refused('PATCH', '/v1/templates/', { name: 'x' }),
  INVALID_JSON: patching('[]'),
  EMPTY_UPDATE: patching({ unknown: 1 }),
  INVALID_NAME: patching({ name: ' ' }),
  INVALID_CODE: patching({ code: 'x'.repeat(180_001) }),
  TOO_MANY_TRIALS: without((caller) => useUp(caller, 'trials')),
  STORAGE_QUOTA_EXCEEDED: without((caller) => useUp(caller, 'stored')),
  TOO_MANY_VERSIONS: without((_, templateId) => haveAllVersions(templateId)),
  COMPILE_ERROR: patching({ code: 'export const nothing = 1;' }),
  TEMPLATE_NOT_FOUND: refusedForeign('PATCH', (templateId) => [`/v1/templates/${templateId}`, { name: 'mine' }]),
  TEMPLATE_UPDATE_FAILED: failing('PATCH', '/v1/templates/x', { name: 'x' }),
};
