import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';
import { plans } from '../../../lambdas/domain/quota/plans.ts';
import { anOwner } from '../../support/an-owner.ts';
import { card, openCard, send } from '../../support/service.ts';
import { aKey, getAuthRefusals } from './auth.ts';
import { idempotencyRefusals } from './idempotency.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { failing, refused } from './requests.ts';

/** Posts what `item` makes of a template's id, alone or as the second item of a batch whose first is good. */
const posting =
  (path: '/v1/url' | '/v1/urls') =>
  (item: (templateId: string) => unknown, code = openCard) =>
  async (): Promise<Refusal> => {
    const { caller, templateId } = await anOwner(code);
    const good = { templateId, variables: { author: 'Ada' } };
    const body = path === '/v1/url' ? item(templateId) : { items: [good, item(templateId)] };
    return { answer: await send('POST', path, { caller, body }), caller };
  };

export const without = (templateId: string, attribute: string) =>
  documents.send(
    new UpdateCommand({
      TableName: process.env.TEMPLATES_TABLE,
      Key: { templateId },
      UpdateExpression: `REMOVE ${attribute}`,
    }),
  );

const getRefusals = (path: '/v1/url' | '/v1/urls') => {
  const post = posting(path);
  const getBody = (item: object) => (path === '/v1/url' ? item : { items: [item] });
  return {
    ...getAuthRefusals('POST', path, getBody({ templateId: 'x' })),
    ...idempotencyRefusals(path === '/v1/url' ? 'mintUrl' : 'mintUrls', path, [
      getBody({ templateId: 'x' }),
      getBody({ templateId: 'y' }),
    ]),
    PAYLOAD_TOO_LARGE: refused('POST', path, ' '.repeat(300 << 10)),
    INVALID_BODY: refused('POST', path, '{"templateId":'),
    MISSING_TEMPLATE_ID: post(() => ({ width: 0 })),
    INVALID_VARIABLES: post((templateId) => ({ templateId, variables: [], width: 0 })),
    INVALID_WIDTH: post((templateId) => ({ templateId, width: 4097, height: 0 })),
    INVALID_HEIGHT: post((templateId) => ({ templateId, height: '10', format: 'gif' })),
    INVALID_SIZE: post((templateId) => ({ templateId, size: 'square', format: 'png' })),
    INVALID_FORMAT: post((templateId) => ({ templateId, format: 'gif', devicePixelRatio: 0 })),
    INVALID_DEVICE_PIXEL_RATIO: post((templateId) => ({
      templateId,
      width: 4096,
      height: 4096,
      devicePixelRatio: 1.01,
    })),
    INVALID_VERSION: post((templateId) => ({ templateId, version: 1.5 })),
    VERSION_NOT_FOUND: post((templateId) => ({ templateId, version: 2 })),
    TEMPLATE_NOT_FOUND: post(() => ({ templateId: 'there-is-none' })),
    MISSING_TEMPLATE_VARIABLES: post((templateId) => ({ templateId, variables: { title: 'x' } }), card),
    TEMPLATE_NOT_COMPILED: async (): Promise<Refusal> => {
      const { caller, templateId } = await anOwner();
      await without(templateId, 'renderPlanHash');
      return { answer: await send('POST', path, { caller, body: getBody({ templateId }) }), caller };
    },
    QUOTA_EXCEEDED: async (): Promise<Refusal> => {
      const before = { mints: plans.free.mints, generations: 0 };
      const { caller, templateId } = await anOwner(openCard, { plan: 'free', mintsUsed: before.mints });
      return { answer: await send('POST', path, { caller, body: getBody({ templateId }) }), caller, before };
    },
    KEY_LIMIT_EXCEEDED: async (): Promise<Refusal> => {
      const { caller, templateId } = await anOwner();
      const key = await aKey(caller, { monthlyMints: 1 });
      await send('POST', '/v1/url', { caller: key, body: { templateId } });
      const answer = await send('POST', path, { caller: key, body: getBody({ templateId }) });
      return { answer, caller, before: { mints: 1, generations: 0 } };
    },
    SERVER_ERROR: failing('POST', path, getBody({ templateId: 'x' })),
  };
};

export const mintUrl: Refusals<'mintUrl'> = getRefusals('/v1/url');

const items = (body: unknown) => refused('POST', '/v1/urls', body);

export const mintUrls: Refusals<'mintUrls'> = {
  ...getRefusals('/v1/urls'),
  INVALID_ITEMS: items({ items: { templateId: 'x' } }),
  EMPTY_ITEMS: items({ items: [] }),
  TOO_MANY_ITEMS: items({ items: Array(limits.itemsPerMint + 1).fill({ templateId: 'x' }) }),
};
