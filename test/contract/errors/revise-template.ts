import { type ErrorCode, errorCatalogue } from 'image-url-contract/errors.ts';
import { plans } from '../../../lambdas/domain/quota/plans.ts';
import { anOwner } from '../../support/an-owner.ts';
import { haveAllVersions } from '../../support/budgets.ts';
import { type Answer, anAccount, aTemplate, type Caller, send, useUp } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import { canceling } from './generations.ts';
import { idempotencyRefusals } from './idempotency.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { failing, refused, refusedForeign } from './requests.ts';

const getPath = (templateId: string) => `/v1/templates/${templateId}/revise`;
const good = { prompt: 'make it dark' };

const revising = async (caller: Caller, body: unknown, without?: Parameters<typeof useUp>[1]): Promise<Refusal> => {
  const templateId = await aTemplate(caller);
  if (without) await useUp(caller, without);
  return { answer: await send('POST', getPath(templateId), { caller, body }), caller };
};

/** The call succeeds and the revision does not: shown as if its error were the answer. */
const revision = async (prompt: string, without?: Parameters<typeof useUp>[1]): Promise<Refusal> => {
  const { answer, caller } = await revising(await anAccount(), { prompt }, without);
  const { status } = errorCatalogue[answer.json.error.code as ErrorCode];
  return { answer: { ...answer, status, json: answer.json.error } as Answer, ...(caller && { caller }) };
};

export const reviseTemplate: Refusals<'reviseTemplate'> = {
  ...getAuthRefusals('POST', getPath('starter-article'), good),
  ...idempotencyRefusals('reviseTemplate', getPath('nowhere'), [good, { prompt: 'make it light' }], {
    templateId: 'nowhere',
  }),
  PAYLOAD_TOO_LARGE: async () => revising(await anAccount(), ' '.repeat(6_000_000)),
  MISSING_TEMPLATE_ID: refused('POST', getPath('%20'), good),
  INVALID_BODY: async () => revising(await anAccount(), { prompt: ' ' }),
  TEMPLATE_NOT_FOUND: refusedForeign('POST', (templateId) => [getPath(templateId), good]),
  SUBSCRIPTION_REQUIRED: async () => revising(await anAccount({ plan: 'free' }), good),
  AI_NOT_CONFIGURED: async () => revising(await anAccount(), { prompt: 'no access' }),
  QUOTA_EXCEEDED: async () => {
    const before = { mints: 0, generations: plans.starter.generations };
    const caller = await anAccount({ plan: 'starter', generationsUsed: before.generations });
    return { ...(await revising(caller, good)), before };
  },
  TOO_MANY_VERSIONS: async () => {
    const { caller, templateId } = await anOwner();
    await haveAllVersions(templateId);
    return { answer: await send('POST', getPath(templateId), { caller, body: good }), caller };
  },
  TOO_MANY_FAILED_GENERATIONS: async () => revising(await anAccount(), good, 'failed'),
  STORAGE_QUOTA_EXCEEDED: () => revision('good card', 'stored'),
  PARSE_FAILED: () => revision('prose'),
  GENERATION_CANCELED: async () => {
    const { caller, templateId } = await anOwner();
    const { answer } = await canceling(caller, getPath(templateId), { prompt: 'waits for a cancel' });
    return { answer: { ...answer, json: answer.json.error, status: 409 } as Answer, caller };
  },
  GENERATION_FAILED: failing('POST', getPath('starter-article'), good),
};
