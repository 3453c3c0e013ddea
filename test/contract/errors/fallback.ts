import { plans } from '../../../lambdas/domain/quota/plans.ts';
import { anOwner } from '../../support/an-owner.ts';
import { anAccount, aTemplate, type Caller, card, openCard, send, useUp } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import { without } from './mint.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { failing, refused, refusedForeign } from './requests.ts';

const path = '/v1/fallback';

const putting = (body: unknown) => refused('PUT', path, body);

/** Sets a template of the account. */
const setting = (make: (caller: Caller) => Promise<string>) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  const templateId = await make(caller);
  return { answer: await send('PUT', path, { caller, body: { templateId } }), caller };
};

/** The first `Math.random()` of a preview without variables; that of a mint is seeded with its render plan. */
const ofPreview = '0.48283559549599886';
const throwing = `export default () => <p>{String(Math.random()) === '${ofPreview}' ? 'saved' : null.trim()}</p>`;

export const putFallback: Refusals<'putFallback'> = {
  ...getAuthRefusals('PUT', path, { templateId: 'x' }),
  PAYLOAD_TOO_LARGE: putting({ templateId: 'x'.repeat(100_000) }),
  INVALID_BODY: putting([]),
  MISSING_TEMPLATE_ID: putting({}),
  TOO_MANY_TRIALS: setting(async (caller) => {
    const templateId = await aTemplate(caller);
    await useUp(caller, 'trials');
    return templateId;
  }),
  TEMPLATE_NOT_FOUND: refusedForeign('PUT', (templateId) => [path, { templateId }]),
  QUOTA_EXCEEDED: async () => {
    const before = { mints: plans.free.mints, generations: 0 };
    const { caller, templateId } = await anOwner(openCard, { plan: 'free', mintsUsed: before.mints });
    return { answer: await send('PUT', path, { caller, body: { templateId } }), caller, before };
  },
  MISSING_TEMPLATE_VARIABLES: setting((caller) => aTemplate(caller, card)),
  TEMPLATE_NOT_COMPILED: setting(async (caller) => {
    const templateId = await aTemplate(caller);
    await without(templateId, 'renderPlanHash');
    return templateId;
  }),
  STORAGE_QUOTA_EXCEEDED: setting(async (caller) => {
    const templateId = await aTemplate(caller);
    await useUp(caller, 'stored');
    return templateId;
  }),
  INVALID_VARIABLES: setting((caller) => aTemplate(caller, throwing)),
  SERVER_ERROR: failing('PUT', path, { templateId: 'x' }),
};
