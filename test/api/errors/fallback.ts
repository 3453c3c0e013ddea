import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';
import { anAccount, aTemplate, type Caller, card, send, useUp } from '../../support/service.ts';
import { aDamagedAccount, getAuthRefusals } from './auth.ts';
import { without } from './mint.ts';
import type { Refusal, Refusals } from './refusal.ts';

const path = '/v1/fallback';

const putting = (body: unknown) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  return { answer: await send('PUT', path, { caller, body }), caller };
};

/** Sets a template of this code. */
const setting = (code: string) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  const templateId = await aTemplate(caller, code);
  return { answer: await send('PUT', path, { caller, body: { templateId } }), caller };
};

/** A template that says it has no required variable, and has this in it, which reads the variable `author`. */
const aTemplateThatTurns = async (caller: Caller, inside: string): Promise<string> => {
  const made = await aTemplate(
    caller,
    card.replace('author }', 'author }: { title?: string; author: string }').replace('{author}', inside),
  );
  const templateId = await aTemplate(caller);
  const get = (id: string) =>
    documents.send(new GetCommand({ TableName: process.env.TEMPLATES_TABLE, Key: { templateId: id } }));
  const { Item } = await get(made);
  await documents.send(
    new UpdateCommand({
      TableName: process.env.TEMPLATES_TABLE,
      Key: { templateId },
      UpdateExpression: 'SET renderPlanHash = :hash',
      ExpressionAttributeValues: { ':hash': Item?.renderPlanHash },
    }),
  );
  return templateId;
};

export const putFallback: Refusals<'putFallback'> = {
  ...getAuthRefusals('PUT', path, { templateId: 'x' }),
  PAYLOAD_TOO_LARGE: putting({ templateId: 'x'.repeat(100_000) }),
  INVALID_BODY: putting([]),
  MISSING_TEMPLATE_ID: putting({}),
  TOO_MANY_TRIALS: async () => {
    const caller = await anAccount();
    const templateId = await aTemplate(caller);
    await useUp(caller, 'trials');
    return { answer: await send('PUT', path, { caller, body: { templateId } }), caller };
  },
  TEMPLATE_NOT_FOUND: async () => {
    const templateId = await aTemplate(await anAccount());
    const caller = await anAccount();
    return { answer: await send('PUT', path, { caller, body: { templateId } }), caller };
  },
  MISSING_TEMPLATE_VARIABLES: setting(card),
  TEMPLATE_NOT_COMPILED: async () => {
    const caller = await anAccount();
    const templateId = await aTemplate(caller);
    await without(templateId, 'renderPlanHash');
    return { answer: await send('PUT', path, { caller, body: { templateId } }), caller };
  },
  INVALID_VARIABLES: async () => {
    const caller = await anAccount();
    const templateId = await aTemplateThatTurns(caller, '{author.trim()}');
    return { answer: await send('PUT', path, { caller, body: { templateId } }), caller };
  },
  SERVER_ERROR: async () => ({
    answer: await send('PUT', path, { caller: await aDamagedAccount(), body: { templateId: 'x' } }),
  }),
};
