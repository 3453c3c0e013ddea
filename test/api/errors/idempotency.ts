import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';
import { sha256Hex } from '../../../lambdas/core/hash.ts';
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
    const turn = {
      body: sha256Hex(`json ${JSON.stringify(body)}${named ? ` of ${JSON.stringify(named)}` : ''}`),
      run: randomUUID(),
      until: Date.now() + 60_000,
      startedAt: Date.now(),
      seed: new Uint8Array(16),
      expires: Math.floor(Date.now() / 1_000) + 60,
    };
    const names = Object.keys(turn);
    await documents.send(
      new UpdateCommand({
        TableName: process.env.IDEMPOTENCY_TABLE,
        Key: { id: `key ${sha256Hex(JSON.stringify([caller.accountId, route, key]))}`, part: 'turn' },
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(Object.entries(turn).map(([name, value]) => [`:${name}`, value])),
      }),
    );
    return { answer: await send('POST', path, { caller, body, headers: { 'idempotency-key': key } }), caller };
  },
});
