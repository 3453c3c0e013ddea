import { haveAllVersions } from '../../support/budgets.ts';
import { anAccount, aTemplate, type Caller, card, send, useUp } from '../../support/service.ts';
import { aDamagedAccount, getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';

const patching = (body: unknown) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  const templateId = await aTemplate(caller);
  return { answer: await send('PATCH', `/v1/templates/${templateId}`, { caller, body }), caller };
};

const without = (prepare: (caller: Caller, templateId: string) => Promise<unknown>) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  const templateId = await aTemplate(caller);
  await prepare(caller, templateId);
  return { answer: await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code: card } }), caller };
};

export const updateTemplate: Refusals<'updateTemplate'> = {
  ...getAuthRefusals('PATCH', '/v1/templates/x', { name: 'Card' }),
  PAYLOAD_TOO_LARGE: patching({ description: 'x'.repeat(1_300_000) }),
  LEGACY_TEMPLATE_PAYLOAD: patching({ jsx: '<div/>' }),
  MISSING_TEMPLATE_ID: async () => ({
    answer: await send('PATCH', '/v1/templates/', { caller: await anAccount(), body: { name: 'x' } }),
  }),
  INVALID_JSON: patching('[]'),
  EMPTY_UPDATE: patching({ unknown: 1 }),
  INVALID_NAME: patching({ name: ' ' }),
  INVALID_CODE: patching({ code: 'x'.repeat(180_001) }),
  TOO_MANY_TRIALS: without((caller) => useUp(caller, 'trials')),
  STORAGE_QUOTA_EXCEEDED: without((caller) => useUp(caller, 'stored')),
  TOO_MANY_VERSIONS: without((_, templateId) => haveAllVersions(templateId)),
  COMPILE_ERROR: patching({ code: 'export const nothing = 1;' }),
  TEMPLATE_NOT_FOUND: async () => {
    const templateId = await aTemplate(await anAccount());
    return {
      answer: await send('PATCH', `/v1/templates/${templateId}`, { caller: await anAccount(), body: { name: 'mine' } }),
    };
  },
  TEMPLATE_UPDATE_FAILED: async () => ({
    answer: await send('PATCH', '/v1/templates/x', { caller: await aDamagedAccount(), body: { name: 'x' } }),
  }),
};
