import type { BudgetName } from '../../support/budgets.ts';
import { openCard } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import { idempotencyRefusals } from './idempotency.ts';
import type { Refusals } from './refusal.ts';
import { failing, refused, refusedWithout } from './requests.ts';

const good = { name: 'Card', code: openCard };

const posting = (body: unknown) => refused('POST', '/v1/templates', body);
const without = (which: BudgetName) => refusedWithout(which, 'POST', '/v1/templates', good);

export const createTemplate: Refusals<'createTemplate'> = {
  ...getAuthRefusals('POST', '/v1/templates', good),
  ...idempotencyRefusals('createTemplate', '/v1/templates', [{ name: 'Card' }, { name: 'Other' }]),
  PAYLOAD_TOO_LARGE: posting({ ...good, description: 'x'.repeat(1_300_000) }),
  LEGACY_TEMPLATE_PAYLOAD: posting({ jsx: '<div/>', googleFonts: ['Inter'] }),
  INVALID_JSON: posting('name=Card'),
  MISSING_NAME: posting({ description: 'x' }),
  INVALID_NAME: posting({ name: 'x'.repeat(121) }),
  MISSING_CODE: posting({ name: 'Card' }),
  INVALID_CODE: posting({ name: 'Card', code: 'x'.repeat(180_001) }),
  TOO_MANY_TRIALS: without('trials'),
  TOO_MANY_TEMPLATES: without('templates'),
  STORAGE_QUOTA_EXCEEDED: without('stored'),
  COMPILE_ERROR: posting({ name: 'Card', code: 'export default () => <div>' }),
  TEMPLATE_CREATE_FAILED: failing('POST', '/v1/templates', good),
};
