import { haveAll } from '../../support/budgets.ts';
import { anAccount, type Caller, send } from '../../support/service.ts';
import { getAuthRefusals, getCallerRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';
import { failing, refused } from './requests.ts';

const path = '/v1/keys';
const good = { name: 'CI', scopes: ['mint'] };

const posting = (body: unknown) => refused('POST', path, body);

export const createKey: Refusals<'createKey'> = {
  ...getAuthRefusals('POST', path, good),
  PAYLOAD_TOO_LARGE: posting({ ...good, name: 'x'.repeat(100_000) }),
  INVALID_BODY: posting({ ...good, scopes: ['mint', 'everything'] }),
  MISSING_NAME: posting({ scopes: ['mint'] }),
  INVALID_NAME: posting({ ...good, name: ' ' }),
  TEMPLATE_NOT_FOUND: posting({ ...good, templateIds: ['none'] }),
  TOO_MANY_KEYS: refused('POST', path, good, ({ accountId }) => haveAll(accountId, 'keys')),
  SERVER_ERROR: failing('POST', path, good),
};

export const listKeys: Refusals<'listKeys'> = { ...getAuthRefusals('GET', path), SERVER_ERROR: failing('GET', path) };

export const getOwnKey: Refusals<'getOwnKey'> = {
  ...getCallerRefusals('GET', `${path}/self`),
  SERVER_ERROR: failing('GET', `${path}/self`),
};

const getKey = async (caller: Caller): Promise<string> => (await send('POST', path, { caller, body: good })).json.keyId;

export const deleteKey: Refusals<'deleteKey'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  KEY_NOT_FOUND: async () => {
    const caller = await anAccount();
    const other = await getKey(await anAccount());
    return { answer: await send('DELETE', `${path}/${other}`, { caller }), caller };
  },
  SERVER_ERROR: failing('DELETE', `${path}/x`),
};
