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
