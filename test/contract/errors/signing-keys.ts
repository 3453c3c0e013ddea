import { haveAll } from '../../support/budgets.ts';
import { anAccount, send } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';
import { failing, refused } from './requests.ts';
import { haveAllRevocations } from './revocations.ts';

const path = '/v1/signing-keys';
const good = { name: 'site' };

const posting = (body: unknown) => refused('POST', path, body);

export const createSigningKey: Refusals<'createSigningKey'> = {
  ...getAuthRefusals('POST', path, good),
  PAYLOAD_TOO_LARGE: posting({ ...good, name: 'x'.repeat(100_000) }),
  INVALID_BODY: posting({ ...good, dailyRenders: 0 }),
  MISSING_NAME: posting({}),
  INVALID_NAME: posting({ name: '' }),
  TEMPLATE_NOT_FOUND: posting({ ...good, templateIds: ['none'] }),
  TOO_MANY_KEYS: refused('POST', path, good, ({ accountId }) => haveAll(accountId, 'signingKeys')),
  SERVER_ERROR: failing('POST', path, good),
};

export const listSigningKeys: Refusals<'listSigningKeys'> = {
  ...getAuthRefusals('GET', path),
  SERVER_ERROR: failing('GET', path),
};

export const deleteSigningKey: Refusals<'deleteSigningKey'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  INVALID_BODY: refused('DELETE', `${path}/x?revoke=maybe`),
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
  SERVER_ERROR: failing('DELETE', `${path}/x`),
};
