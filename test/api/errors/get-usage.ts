import { send } from '../../support/service.ts';
import { aDamagedAccount, getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';

export const getUsage: Refusals<'getUsage'> = {
  ...getAuthRefusals('GET', '/v1/usage'),
  SERVER_ERROR: async () => ({ answer: await send('GET', '/v1/usage', { caller: await aDamagedAccount() }) }),
};

export const listRenderFailures: Refusals<'listRenderFailures'> = {
  ...getAuthRefusals('GET', '/v1/render-failures'),
  SERVER_ERROR: async () => ({ answer: await send('GET', '/v1/render-failures', { caller: await aDamagedAccount() }) }),
};
