import { anAccount, send, useUp } from '../../support/service.ts';
import { aDamagedAccount, getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { haveAllRevocations } from './revocations.ts';

const path = '/v1/signing-keys';
const good = { name: 'site' };

const posting = (body: unknown) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  return { answer: await send('POST', path, { caller, body }), caller };
};

export const createSigningKey: Refusals<'createSigningKey'> = {
  ...getAuthRefusals('POST', path, good),
  PAYLOAD_TOO_LARGE: posting({ ...good, name: 'x'.repeat(100_000) }),
  INVALID_BODY: posting({ ...good, dailyRenders: 0 }),
  MISSING_NAME: posting({}),
  INVALID_NAME: posting({ name: '' }),
  TEMPLATE_NOT_FOUND: posting({ ...good, templateIds: ['none'] }),
  TOO_MANY_KEYS: async () => {
    const caller = await anAccount();
    await useUp(caller, 'signingKeys');
    return { answer: await send('POST', path, { caller, body: good }), caller };
  },
  SERVER_ERROR: async () => ({ answer: await send('POST', path, { caller: await aDamagedAccount(), body: good }) }),
};

export const listSigningKeys: Refusals<'listSigningKeys'> = {
  ...getAuthRefusals('GET', path),
  SERVER_ERROR: async () => ({ answer: await send('GET', path, { caller: await aDamagedAccount() }) }),
};

export const deleteSigningKey: Refusals<'deleteSigningKey'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  INVALID_BODY: async () => {
    const caller = await anAccount();
    return { answer: await send('DELETE', `${path}/x?revoke=maybe`, { caller }), caller };
  },
  SIGNING_KEY_NOT_FOUND: async () => {
    const [caller, other] = [await anAccount(), await anAccount()];
    const { json } = await send('POST', path, { caller: other, body: good });
    return { answer: await send('DELETE', `${path}/${json.signingKeyId}?revoke=true`, { caller }), caller };
  },
  TOO_MANY_REVOCATIONS: async () => {
    const caller = await anAccount();
    const { json } = await send('POST', path, { caller, body: good });
    await haveAllRevocations(caller);
    return { answer: await send('DELETE', `${path}/${json.signingKeyId}?revoke=true`, { caller }), caller };
  },
  SERVER_ERROR: async () => ({ answer: await send('DELETE', `${path}/x`, { caller: await aDamagedAccount() }) }),
};
