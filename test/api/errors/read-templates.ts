import { anAccount, aTemplate, send } from '../../support/service.ts';
import { aDamagedAccount, getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';

export const listTemplates: Refusals<'listTemplates'> = {
  ...getAuthRefusals('GET', '/v1/templates'),
  INVALID_SCOPE: async () => {
    const caller = await anAccount();
    return { answer: await send('GET', '/v1/templates?scope=everything', { caller }), caller };
  },
  TEMPLATES_LIST_FAILED: async () => ({
    answer: await send('GET', '/v1/templates', { caller: await aDamagedAccount() }),
  }),
};

export const getTemplate: Refusals<'getTemplate'> = {
  ...getAuthRefusals('GET', '/v1/templates/x'),
  MISSING_TEMPLATE_ID: async () => ({ answer: await send('GET', '/v1/templates/', { caller: await anAccount() }) }),
  TEMPLATE_NOT_FOUND: async () => {
    const templateId = await aTemplate(await anAccount());
    return { answer: await send('GET', `/v1/templates/${templateId}`, { caller: await anAccount() }) };
  },
  TEMPLATE_FETCH_FAILED: async () => ({
    answer: await send('GET', '/v1/templates/x', { caller: await aDamagedAccount() }),
  }),
};
