import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { sha256Hex } from '#engine/hash.ts';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';
import { anAccount, send } from '../../support/service.ts';
import type { Refusal } from './refusal.ts';

/**
 * The refusals of an `Idempotency-Key`, provoked with bodies of the route that cost nothing.
 *
 * @param named what the path names, by its parameters. @default nothing
 */
export const idempotencyRefusals = (
  route: string,
  path: string,
  [body, other]: readonly [unknown, unknown],
  named?: Readonly<Record<string, string>>,
) => ({
  INVALID_IDEMPOTENCY_KEY: async (): Promise<Refusal> => {
    const caller = await anAccount();
    const headers = { 'idempotency-key': 'x'.repeat(256) };
    return { answer: await send('POST', path, { caller, body, headers }), caller };
  },
  IDEMPOTENCY_KEY_REUSED: async (): Promise<Refusal> => {
    const caller = await anAccount();
    const headers = { 'idempotency-key': randomUUID() };
    await send('POST', path, { caller, body, headers });
    return { answer: await send('POST', path, { caller, body: other, headers }), caller };
  },
  IDEMPOTENCY_IN_PROGRESS: async (): Promise<Refusal> => {
    const caller = await anAccount();
    const key = randomUUID();
    // a run that another instance has begun a moment ago
    const now = Date.now();
    const Item = {
      ...{ id: `key ${sha256Hex(JSON.stringify([caller.accountId, route, key]))}`, part: 'turn', run: randomUUID() },
      body: sha256Hex(`json ${JSON.stringify(body)}${named ? ` of ${JSON.stringify(named)}` : ''}`),
      ...{ until: now + 60_000, startedAt: now, expires: Math.floor(now / 1_000) + 60, seed: new Uint8Array(16) },
    };
    await documents.send(new PutCommand({ TableName: process.env.IDEMPOTENCY_TABLE, Item }));
    return { answer: await send('POST', path, { caller, body, headers: { 'idempotency-key': key } }), caller };
  },
});
