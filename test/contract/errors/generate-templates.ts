import { type ErrorCode, errorCatalogue } from 'image-url-contract/errors.ts';
import { plans } from '../../../lambdas/domain/quota/plans.ts';
import { type Answer, anAccount, send, useUp } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import { canceling } from './generations.ts';
import { idempotencyRefusals } from './idempotency.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { failing, refused, refusedWithout } from './requests.ts';

const path = '/v1/templates/generate';
const good = { items: [{ prompt: 'good card' }] };

const posting = (body: unknown) => refused('POST', path, body);

/** The call succeeds and its one item does not: shown as if the item's error were the answer. */
const item = async (prompt: string, without?: Parameters<typeof useUp>[1]): Promise<Refusal> => {
  const caller = await anAccount();
  if (without) await useUp(caller, without);
  const answer = await send('POST', path, { caller, body: { items: [{ prompt }] } });
  const [result] = answer.json.results;
  const { status } = errorCatalogue[result.error.code as ErrorCode];
  return { answer: { ...answer, status, json: result.error } as Answer, caller };
};

export const generateTemplates: Refusals<'generateTemplates'> = {
  ...getAuthRefusals('POST', path, good),
  ...idempotencyRefusals('generateTemplates', path, [{ items: [] }, { items: [{}] }]),
  PAYLOAD_TOO_LARGE: posting(' '.repeat(6_000_000)),
  INVALID_JSON: posting('{'),
  INVALID_ITEMS: posting({ items: [{ prompt: 'good card', width: 0 }] }),
  EMPTY_ITEMS: posting({ items: [] }),
  TOO_MANY_ITEMS: posting({ items: Array(6).fill({ prompt: 'good card' }) }),
  SUBSCRIPTION_REQUIRED: async () => {
    const caller = await anAccount({ plan: 'free' });
    return { answer: await send('POST', path, { caller, body: good }), caller };
  },
  AI_NOT_CONFIGURED: posting({ items: [{ prompt: 'no access' }, { prompt: 'no access' }] }),
  QUOTA_EXCEEDED: async () => {
    const before = { mints: 0, generations: plans.starter.generations };
    const caller = await anAccount({ plan: 'starter', generationsUsed: before.generations });
    return { answer: await send('POST', path, { caller, body: good }), caller, before };
  },
  TOO_MANY_FAILED_GENERATIONS: refusedWithout('failed', 'POST', path, good),
  TOO_MANY_TEMPLATES: () => item('good card', 'templates'),
  STORAGE_QUOTA_EXCEEDED: () => item('good card', 'stored'),
  PARSE_FAILED: () => item('prose'),
  GENERATION_CANCELED: async () => {
    const caller = await anAccount();
    const { answer } = await canceling(caller, path, { items: [{ prompt: 'waits for a cancel' }] });
    return { answer: { ...answer, json: answer.json.results[0].error, status: 409 } as Answer, caller };
  },
  GENERATION_FAILED: failing('POST', path, good),
};
