import { expect, it } from 'vitest';
import { endpoint } from '../../lambdas/http/endpoint.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';

it('a request of API Gateway’s console *Test*, which has null instead of headers, is a 401', async () => {
  const never = async () => expect.fail('it was not called');
  const handler = endpoint(
    'mintUrl',
    quietRuntime(() => new Date()),
    never,
  )({ 'callersWithTemplates:read': { find: never }, 'idempotency:write': { begin: never } } as never);
  const event = {
    headers: null,
    multiValueHeaders: null,
    queryStringParameters: null,
    pathParameters: null,
    body: JSON.stringify({ templateId: 'starter-quote' }),
    requestContext: { requestId: 'test-invoke-request' },
  };

  const { statusCode } = await handler(event as never, { getRemainingTimeInMillis: () => 5_000 } as never);

  expect(statusCode).toBe(401);
});
