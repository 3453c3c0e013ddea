import { getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';
import { failing, refused, refusedForeign } from './requests.ts';

export const listTemplates: Refusals<'listTemplates'> = {
  ...getAuthRefusals('GET', '/v1/templates'),
  INVALID_SCOPE: refused('GET', '/v1/templates?scope=everything'),
  TEMPLATES_LIST_FAILED: failing('GET', '/v1/templates'),
};

export const getTemplate: Refusals<'getTemplate'> = {
  ...getAuthRefusals('GET', '/v1/templates/x'),
  MISSING_TEMPLATE_ID: refused('GET', '/v1/templates/'),
  TEMPLATE_NOT_FOUND: refusedForeign('GET', (templateId) => [`/v1/templates/${templateId}`]),
  TEMPLATE_FETCH_FAILED: failing('GET', '/v1/templates/x'),
};
