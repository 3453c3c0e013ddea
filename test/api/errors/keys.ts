import { anAccount, type Caller, send, useUp } from '../../support/service.ts';
import { aDamagedAccount, getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';

const path = '/v1/keys';
const good = { name: 'CI', scopes: ['mint'] };

const posting = (body: unknown) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  return { answer: await send('POST', path, { caller, body }), caller };
};

export const createKey: Refusals<'createKey'> = {
  ...getAuthRefusals('POST', path, good),
  PAYLOAD_TOO_LARGE: posting({ ...good, name: 'x'.repeat(100_000) }),
  INVALID_BODY: posting({ ...good, scopes: ['mint', 'everything'] }),
  MISSING_NAME: posting({ scopes: ['mint'] }),
  INVALID_NAME: posting({ ...good, name: ' ' }),
  TEMPLATE_NOT_FOUND: posting({ ...good, templateIds: ['none'] }),
  TOO_MANY_KEYS: async () => {
    const caller = await anAccount();
    await useUp(caller, 'keys');
    return { answer: await send('POST', path, { caller, body: good }), caller };
  },
  SERVER_ERROR: async () => ({ answer: await send('POST', path, { caller: await aDamagedAccount(), body: good }) }),
};

export const listKeys: Refusals<'listKeys'> = {
  ...getAuthRefusals('GET', path),
  SERVER_ERROR: async () => ({ answer: await send('GET', path, { caller: await aDamagedAccount() }) }),
};

const getKey = async (caller: Caller): Promise<string> => (await send('POST', path, { caller, body: good })).json.keyId;

export const deleteKey: Refusals<'deleteKey'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  KEY_NOT_FOUND: async () => {
    const caller = await anAccount();
    const other = await getKey(await anAccount());
    return { answer: await send('DELETE', `${path}/${other}`, { caller }), caller };
  },
  SERVER_ERROR: async () => ({ answer: await send('DELETE', `${path}/x`, { caller: await aDamagedAccount() }) }),
};
