import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';
import { limits } from '../../../lambdas/contract/limits.ts';
import { getUpload, staticFont } from '../../support/fonts.ts';
import { anAccount, type Caller, send, useUp } from '../../support/service.ts';
import { aDamagedAccount, getAuthRefusals } from './auth.ts';
import type { Refusal, Refusals } from './refusal.ts';

const path = '/v1/fonts';
const post = (body: unknown) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  return { answer: await send('POST', path, { caller, body }), caller };
};

const without = (which: Parameters<typeof useUp>[1]) => async (): Promise<Refusal> => {
  const caller = await anAccount();
  await useUp(caller, which);
  return { answer: await send('POST', path, { caller, body: getUpload(staticFont()) }), caller };
};

const haveAllOneMay = ({ accountId }: Caller) => {
  const font = { family: 'One', weights: [400, 400], styles: ['normal'], hash: '0'.repeat(64), isVariable: false };
  const facts = { ...font, scripts: [], bytes: 1, createdAt: '2026-11-22T00:00:00.000Z' };
  const fonts = Object.fromEntries(Array.from({ length: limits.fonts }, (_, n) => [`font${n}`, facts]));
  return documents.send(
    new PutCommand({ TableName: process.env.FONTS_TABLE, Item: { formatVersion: 1, accountId, fonts } }),
  );
};

export const createFont: Refusals<'createFont'> = {
  ...getAuthRefusals('POST', path, { data: 'x' }),
  PAYLOAD_TOO_LARGE: post(' '.repeat(limits.bodyBytes.font + 1)),
  INVALID_BODY: post([]),
  INVALID_FONT: post({ data: Buffer.from('no font').toString('base64') }),
  TOO_MANY_TRIALS: without('trials'),
  STORAGE_QUOTA_EXCEEDED: without('stored'),
  TOO_MANY_FONTS: async () => {
    const caller = await anAccount();
    await haveAllOneMay(caller);
    return { answer: await send('POST', path, { caller, body: getUpload(staticFont()) }), caller };
  },
  SERVER_ERROR: async () => ({
    answer: await send('POST', path, { caller: await aDamagedAccount(), body: getUpload(staticFont()) }),
  }),
};

export const listFonts: Refusals<'listFonts'> = {
  ...getAuthRefusals('GET', path),
  SERVER_ERROR: async () => ({ answer: await send('GET', path, { caller: await aDamagedAccount() }) }),
};

export const deleteFont: Refusals<'deleteFont'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  FONT_NOT_FOUND: async () => {
    const [owner, other] = [await anAccount(), await anAccount()];
    const { json } = await send('POST', path, { caller: owner, body: getUpload(staticFont()) });
    await send('POST', path, { caller: other, body: getUpload(staticFont(), 'Another') });
    return { answer: await send('DELETE', `${path}/${json.fontId}`, { caller: other }), caller: other };
  },
  SERVER_ERROR: async () => ({ answer: await send('DELETE', `${path}/x`, { caller: await aDamagedAccount() }) }),
};
