import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';
import { plans } from '../../../lambdas/core/quota/plans.ts';
import { anAccount, aTemplate, type Caller, card, openCard, send, useUp } from '../../support/service.ts';
import { anOwner } from '../an-owner.ts';
import { getAuthRefusals } from './auth.ts';
import { without } from './mint.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { failing, refused, refusedForeign } from './requests.ts';
import { setAttribute } from './set-attribute.ts';

const path = '/v1/fallback';

const putting = (body: unknown) => refused('PUT', path, body);

/** Sets a template of the account. */
const setting = (make: (caller: Caller) => Promise<string>) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  const templateId = await make(caller);
  return { answer: await send('PUT', path, { caller, body: { templateId } }), caller };
};

/** A template that says it has no required variable, and has this in it, which reads the variable `author`. */
const aTemplateThatTurns = async (caller: Caller, inside: string): Promise<string> => {
  const typed = card.replace('author }', 'author }: { title?: string; author: string }');
  const made = await aTemplate(caller, typed.replace('{author}', inside));
  const templateId = await aTemplate(caller);
  const get = new GetCommand({ TableName: process.env.TEMPLATES_TABLE, Key: { templateId: made } });
  const { Item } = await documents.send(get);
  await setAttribute(process.env.TEMPLATES_TABLE, { templateId }, 'renderPlanHash', Item?.renderPlanHash);
  return templateId;
};

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
  INVALID_VARIABLES: setting((caller) => aTemplateThatTurns(caller, '{author.trim()}')),
  SERVER_ERROR: failing('PUT', path, { templateId: 'x' }),
};
