import { send } from '../../support/service.ts';
import { aDamagedAccount, authRefusalsOf } from './auth.ts';
import type { Refusals } from './refusal.ts';

export const getUsage: Refusals<'getUsage'> = {
  ...authRefusalsOf('GET', '/v1/usage'),
  SERVER_ERROR: async () => ({ answer: await send('GET', '/v1/usage', { caller: await aDamagedAccount() }) }),
};
