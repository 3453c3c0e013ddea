import { anAccount, aTemplate, send } from '../../support/service.ts';
import { aDamagedAccount, authRefusalsOf } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';

const patching = (body: unknown) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  const templateId = await aTemplate(caller);
  return { answer: await send('PATCH', `/v1/templates/${templateId}`, { caller, body }), caller };
};

export const updateTemplate: Refusals<'updateTemplate'> = {
  ...authRefusalsOf('PATCH', '/v1/templates/x', { name: 'Card' }),
  PAYLOAD_TOO_LARGE: patching({ description: 'x'.repeat(1_300_000) }),
  LEGACY_TEMPLATE_PAYLOAD: patching({ jsx: '<div/>' }),
  MISSING_TEMPLATE_ID: async () => ({
    answer: await send('PATCH', '/v1/templates/', { caller: await anAccount(), body: { name: 'x' } }),
  }),
  INVALID_JSON: patching('[]'),
  EMPTY_UPDATE: patching({ unknown: 1 }),
  INVALID_NAME: patching({ name: ' ' }),
  INVALID_CODE: patching({ code: 'x'.repeat(180_001) }),
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
