import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';
import { anOwner } from '../../support/an-owner.ts';
import { anAccount, aTemplate, type Caller, send } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { failing, refused, refusedForeign } from './requests.ts';

const path = '/v1/revocations';
const post = (body: unknown) => refused('POST', path, body);

/** Posts a body about a template of the caller. */
const about =
  (body: (templateId: string) => unknown, before: (caller: Caller) => Promise<unknown> = async () => {}) =>
  async (): Promise<Refusal> => {
    const { caller, templateId } = await anOwner();
    await before(caller);
    return { answer: await send('POST', path, { caller, body: body(templateId) }), caller };
  };

/** As many revocations as an account can have, of which the edge knows nothing. */
export const haveAllRevocations = async ({ accountId }: Caller): Promise<void> => {
  const [createdAt, expiresAt] = ['2026-11-22T00:00:00.000Z', '2100-01-01T00:00:00.000Z'];
  const rows = Array.from({ length: limits.revocations }, (_, n) => ({
    ...{ formatVersion: 1, accountId, by: 'account', createdAt, expiresAt, expires: 4_102_444_800, isLifted: false },
    revocationId: `version.many.${String(n + 1).padStart(9, '0')}`,
  }));
  for (let at = 0; at < rows.length; at += 25) {
    const puts = rows.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [process.env.REVOCATIONS_TABLE ?? '']: puts } }));
  }
};

export const createRevocation: Refusals<'createRevocation'> = {
  ...getAuthRefusals('POST', path, { templateId: 'x' }),
  PAYLOAD_TOO_LARGE: post(' '.repeat(70 << 10)),
  INVALID_BODY: post({ templateId: 'x', url: 'http://images.test/v1/image?sig=1' }),
  INVALID_VERSION: about((templateId) => ({ templateId, version: 0 })),
  URL_NOT_FOUND: post({ url: 'http://images.test/v1/image?exp=1953158400000&uid=a&sig=1.0' }),
  TEMPLATE_NOT_FOUND: refusedForeign('POST', (templateId) => [path, { templateId }]),
  VERSION_NOT_FOUND: about((templateId) => ({ templateId, version: 2 })),
  TOO_MANY_REVOCATIONS: about((templateId) => ({ templateId }), haveAllRevocations),
  SERVER_ERROR: failing('POST', path, { templateId: 'x' }),
};

export const listRevocations: Refusals<'listRevocations'> = {
  ...getAuthRefusals('GET', path),
  SERVER_ERROR: failing('GET', path),
};

export const deleteRevocation: Refusals<'deleteRevocation'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  REVOCATION_NOT_FOUND: async () => {
    const [owner, other] = [await anAccount(), await anAccount()];
    const templateId = await aTemplate(owner);
    const { json } = await send('POST', path, { caller: owner, body: { templateId } });
    return { answer: await send('DELETE', `${path}/${json.revocationId}`, { caller: other }) };
  },
  SERVER_ERROR: failing('DELETE', `${path}/x`),
};
