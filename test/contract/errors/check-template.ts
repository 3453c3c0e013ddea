import { openCard } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';
import { failing, refused, refusedForeign, refusedWithout } from './requests.ts';

const path = '/v1/templates/check';
const checking = (body: unknown) => refused('POST', path, body);

export const checkTemplate: Refusals<'checkTemplate'> = {
  ...getAuthRefusals('POST', path, { code: openCard }),
  PAYLOAD_TOO_LARGE: checking({ code: openCard, description: 'x'.repeat(1_300_000) }),
  INVALID_BODY: checking({ code: openCard, templateId: 'starter-article' }),
  INVALID_CODE: checking({ code: 'x'.repeat(180_001) }),
  INVALID_VARIABLES: checking({ code: openCard, variables: [] }),
  INVALID_WIDTH: checking({ code: openCard, width: 0 }),
  INVALID_HEIGHT: checking({ code: openCard, height: 4097 }),
  INVALID_SIZE: checking({ code: openCard, size: 'square' }),
  INVALID_FORMAT: checking({ code: openCard, format: 'gif' }),
  INVALID_DEVICE_PIXEL_RATIO: checking({ code: openCard, width: 4096, height: 4096, devicePixelRatio: 2 }),
  TOO_MANY_TRIALS: refusedWithout('trials', 'POST', path, { code: openCard }),
  TEMPLATE_NOT_FOUND: refusedForeign('POST', (templateId) => [path, { templateId }]),
  SERVER_ERROR: failing('POST', path, { code: openCard }),
};
