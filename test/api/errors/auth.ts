import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../../lambdas/aws/dynamodb.ts';
import { newApiKey } from '../../../lambdas/core/api-key.ts';
import { runtime } from '../../../lambdas/runtime.ts';
import { createKey, revokeKey } from '../../../lambdas/usecases/administer-accounts.ts';
import { type Answer, anAccount, type Caller, send, store } from '../../support/service.ts';
import type { Refusal } from './refusal.ts';

/** Sends the route's request with an `Authorization` header, or without one. */
type Request = (headers: Record<string, string>) => Promise<Answer>;

const bearer = ({ apiKey }: Pick<Caller, 'apiKey'>) => ({ authorization: `Bearer ${apiKey}` });

/** The refusals every authenticated route shares, provoked with a request of the route's own. */
const authRefusals = (request: Request) => ({
  MISSING_API_KEY: async (): Promise<Refusal> => ({ answer: await request({}) }),
  INVALID_API_KEY: async (): Promise<Refusal> => {
    const apiKey = newApiKey('nobody', runtime.randomBytes(20));
    return { answer: await request(bearer({ apiKey })) };
  },
  KEY_INACTIVE: async (): Promise<Refusal> => {
    const caller = await anAccount();
    const { keyId, apiKey } = await createKey(store, runtime, caller.accountId);
    await revokeKey(store, keyId);
    return { answer: await request(bearer({ apiKey })), caller };
  },
  NO_SUBSCRIPTION: async (): Promise<Refusal> => {
    const key = await createKey(store, runtime, `none${Buffer.from(runtime.randomBytes(6)).toString('hex')}`);
    return { answer: await request(bearer(key)) };
  },
  SUBSCRIPTION_INACTIVE: async (): Promise<Refusal> => {
    const caller = await anAccount({ status: 'past_due' });
    return { answer: await request(bearer(caller)), caller };
  },
});

/** The refusals of a route for its API key, with a request that is good but for it. */
export const authRefusalsOf = (method: string, path: string, body?: unknown) =>
  authRefusals((headers) => send(method, path, { headers, ...(body !== undefined && { body }) }));

/** An account whose record does not parse: whatever reads it fails in a way nobody foresaw. */
export const aDamagedAccount = async (): Promise<Caller> => {
  const caller = await anAccount();
  const command = new UpdateCommand({
    TableName: process.env.ACCOUNTS_TABLE,
    Key: { accountId: caller.accountId },
    UpdateExpression: 'SET anchor = :nonsense',
    ExpressionAttributeValues: { ':nonsense': 'never' },
  });
  await documents.send(command);
  return caller;
};
