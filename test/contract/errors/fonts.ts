import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import { documents } from '../../../lambdas/aws/dynamodb/client.ts';
import type { BudgetName } from '../../support/budgets.ts';
import { getUpload, staticFont } from '../../support/fonts.ts';
import { anAccount, type Caller, send } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';
import { failing, refused, refusedWithout } from './requests.ts';

const path = '/v1/fonts';
const good = getUpload(staticFont());
const post = (body: unknown) => refused('POST', path, body);
const without = (which: BudgetName) => refusedWithout(which, 'POST', path, good);

const haveAllOneMay = ({ accountId }: Caller) => {
  const font = { family: 'One', weights: [400, 400], styles: ['normal'], hash: '0'.repeat(64), isVariable: false };
  const facts = { ...font, scripts: [], bytes: 1, unpackedBytes: 1, createdAt: '2026-11-22T00:00:00.000Z' };
  const fonts = Object.fromEntries(Array.from({ length: limits.fonts }, (_, n) => [`font${n}`, facts]));
  const Item = { formatVersion: 1, accountId, fonts };
  return documents.send(new PutCommand({ TableName: process.env.FONTS_TABLE, Item }));
};

export const createFont: Refusals<'createFont'> = {
  ...getAuthRefusals('POST', path, { data: 'x' }),
  PAYLOAD_TOO_LARGE: post(' '.repeat(limits.bodyBytes.font + 1)),
  INVALID_BODY: post([]),
  INVALID_FONT: post({ data: Buffer.from('no font').toString('base64') }),
  TOO_MANY_TRIALS: without('trials'),
  STORAGE_QUOTA_EXCEEDED: without('stored'),
  TOO_MANY_FONTS: refused('POST', path, good, haveAllOneMay),
  SERVER_ERROR: failing('POST', path, good),
};

export const listFonts: Refusals<'listFonts'> = { ...getAuthRefusals('GET', path), SERVER_ERROR: failing('GET', path) };

export const deleteFont: Refusals<'deleteFont'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  FONT_NOT_FOUND: async () => {
    const [owner, other] = [await anAccount(), await anAccount()];
    const { json } = await send('POST', path, { caller: owner, body: getUpload(staticFont()) });
    await send('POST', path, { caller: other, body: getUpload(staticFont(), 'Another') });
    return { answer: await send('DELETE', `${path}/${json.fontId}`, { caller: other }), caller: other };
  },
  SERVER_ERROR: failing('DELETE', `${path}/x`),
};
