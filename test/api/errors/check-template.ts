import { anAccount, aTemplate, openCard, send, useUp } from '../../support/service.ts';
import { aDamagedAccount, getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';

const path = '/v1/templates/check';
const checking = (body: unknown) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  return { answer: await send('POST', path, { caller, body }), caller };
};

export const checkTemplate: Refusals<'checkTemplate'> = {
  ...getAuthRefusals('POST', path, { code: openCard }),
  PAYLOAD_TOO_LARGE: checking({ code: openCard, description: 'x'.repeat(1_300_000) }),
  INVALID_BODY: checking({ code: openCard, templateId: 'starter-article' }),
  INVALID_CODE: checking({ code: 'x'.repeat(180_001) }),
  INVALID_VARIABLES: checking({ code: openCard, variables: [] }),
  INVALID_WIDTH: checking({ code: openCard, width: 0 }),
  INVALID_HEIGHT: checking({ code: openCard, height: 4097 }),
  INVALID_FORMAT: checking({ code: openCard, format: 'gif' }),
  INVALID_DEVICE_PIXEL_RATIO: checking({ code: openCard, width: 4096, height: 4096, devicePixelRatio: 2 }),
  TOO_MANY_TRIALS: async () => {
    const caller = await anAccount();
    await useUp(caller, 'trials');
    return { answer: await send('POST', path, { caller, body: { code: openCard } }), caller };
  },
  TEMPLATE_NOT_FOUND: async () => {
    const templateId = await aTemplate(await anAccount());
    const caller = await anAccount();
    return { answer: await send('POST', path, { caller, body: { templateId } }), caller };
  },
  SERVER_ERROR: async () => ({
    answer: await send('POST', path, { caller: await aDamagedAccount(), body: { code: openCard } }),
  }),
};
