import { limits } from 'image-url-contract/limits.ts';
import { aPicture, getAssetUpload } from '../../support/assets.ts';
import { type BudgetName, haveAll } from '../../support/budgets.ts';
import { anAccount, send } from '../../support/service.ts';
import { getAuthRefusals } from './auth.ts';
import type { Refusals } from './refusal.ts';
import { failing, refused, refusedWithout } from './requests.ts';

const path = '/v1/assets';
const good = await aPicture();
const post = (body: unknown) => refused('POST', path, body);
const without = (which: BudgetName) => refusedWithout(which, 'POST', path, good);

export const createAsset: Refusals<'createAsset'> = {
  ...getAuthRefusals('POST', path, good),
  PAYLOAD_TOO_LARGE: post(' '.repeat(limits.bodyBytes.asset + 1)),
  INVALID_BODY: post([]),
  INVALID_NAME: post({ ...good, name: '' }),
  REQUEST_TOO_LARGE: post(getAssetUpload(new Uint8Array(limits.assetBytes + 1))),
  TOO_MANY_REQUESTS: without('assetBytes'),
  INVALID_ASSET: post(getAssetUpload(Buffer.from('no picture'))),
  TOO_MANY_ASSETS: refused('POST', path, good, ({ accountId }) => haveAll(accountId, 'assets')),
  STORAGE_QUOTA_EXCEEDED: without('stored'),
  SERVER_ERROR: failing('POST', path, good),
};

export const listAssets: Refusals<'listAssets'> = {
  ...getAuthRefusals('GET', path),
  SERVER_ERROR: failing('GET', path),
};

export const deleteAsset: Refusals<'deleteAsset'> = {
  ...getAuthRefusals('DELETE', `${path}/x`),
  ASSET_NOT_FOUND: async () => {
    const [owner, other] = [await anAccount(), await anAccount()];
    const { json } = await send('POST', path, { caller: owner, body: good });
    await send('POST', path, { caller: other, body: await aPicture('#654321') });
    return { answer: await send('DELETE', `${path}/${json.assetId}`, { caller: other }), caller: other };
  },
  SERVER_ERROR: failing('DELETE', `${path}/x`),
};
