import * as adapters from '../../../lambdas/aws/adapters.ts';
import { connectAll } from '../../../lambdas/aws/connect.ts';
import { getViews as getHandler } from '../../../lambdas/handlers/handlers.ts';
import { anAccount, send, useUp } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';
import { failing, refused } from './requests.ts';

export const getUsage: Refusals<'getUsage'> = {
  ...getAuthRefusals('GET', '/v1/usage'),
  SERVER_ERROR: failing('GET', '/v1/usage'),
};

export const listRenderFailures: Refusals<'listRenderFailures'> = {
  ...getAuthRefusals('GET', '/v1/render-failures'),
  SERVER_ERROR: failing('GET', '/v1/render-failures'),
};

export const listAudit: Refusals<'listAudit'> = {
  ...getAuthRefusals('GET', '/v1/audit'),
  INVALID_QUERY: refused('GET', '/v1/audit?from=yesterday'),
  SERVER_ERROR: failing('GET', '/v1/audit'),
};

export const getViews: Refusals<'getViews'> = {
  ...getAuthRefusals('GET', '/v1/views'),
  INVALID_QUERY: refused('GET', '/v1/views?by=country'),
  VIEWS_NOT_COUNTED: async () => {
    const caller = await anAccount();
    const ports = connectAll(['callers:read', 'views:read'], adapters);
    const off = { ...ports, 'views:read': { ...ports['views:read'], setting: 'off' } };
    const handler = getHandler(off as never);
    const headers = { authorization: `Bearer ${caller.apiKey}` };
    const { statusCode, ...answer } = await handler(
      { headers, requestContext: { requestId: 'r' } } as never,
      {} as never,
    );
    return {
      answer: { status: statusCode, headers: new Headers(answer.headers), json: JSON.parse(String(answer.body)) },
      caller,
    };
  },
  TOO_MANY_REQUESTS: async () => {
    const caller = await anAccount();
    await useUp(caller, 'imageViewDays');
    return { answer: await send('GET', '/v1/views?by=image', { caller }), caller };
  },
  SERVER_ERROR: failing('GET', '/v1/views'),
};
