import { getOnDemandIdentity, readOnDemandUrl, splitPath } from 'image-url-contract/signing/on-demand-url.ts';
import type { Json } from '#engine/json.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { setAccount } from '../../../admin/administer-accounts.ts';
import { deny } from '../../../admin/administer-deny-list.ts';
import { dynamoDbFrozenImages } from '../../../lambdas/aws/dynamodb/on-demand.ts';
import { readEnvironment } from '../../../lambdas/config/environment.ts';
import { plans } from '../../../lambdas/domain/quota/plans.ts';
import { packTree } from '../../../lambdas/domain/stored-tree.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { anOwner } from '../../support/an-owner.ts';
import { anImageQuery, storeTree } from '../../support/image-urls.ts';
import { onDemandPath, type Signed } from '../../support/on-demand.ts';
import {
  adminPorts,
  anAccount,
  aTemplate,
  type Caller,
  card,
  openCard,
  send,
  service,
  store,
} from '../../support/service.ts';
import type { Refusal, Refusals } from './refusal.ts';
import { box, nested } from './render-image.ts';

/** A signing key of a caller's. */
export const aSigningKey = async (caller: Caller, body: object = {}): Promise<string> =>
  (await send('POST', '/v1/signing-keys', { caller, body: { name: 'site', ...body } })).json.signingKey;

export const fetching = async (path: string, caller?: Caller): Promise<Refusal> => {
  const response = await fetch(service.imageUrl + path);
  const answer = { status: response.status, headers: response.headers, json: await response.json() };
  return { answer, ...(caller && { caller }) };
};

/** Fetches what a site of an account signs. */
const signing = async (signed: Omit<Signed, 'templateId'> = {}, code = openCard): Promise<Refusal> => {
  const { caller, templateId } = await anOwner(code);
  return fetching(onDemandPath(await aSigningKey(caller), { templateId, ...signed }), caller);
};

/** Fetches an image that is frozen already, with this tree. */
const frozen = async (templateId: string, tree?: VElement, isDamaged = false): Promise<Refusal> => {
  const caller = await anAccount();
  const { accountId } = caller;
  const path = onDemandPath(await aSigningKey(caller), { templateId });
  const url = readOnDemandUrl(splitPath(path) ?? { key: '', signature: '', part: '' });
  if (!url) throw new Error('not readable');
  const { exp: _, ...query } = anImageQuery({ templateId, uid: accountId });
  const packed = tree && packTree(tree);
  const bytes = packed?.bytes.map((byte, n) => (isDamaged && n === 5 ? byte ^ 1 : byte)) ?? new Uint8Array();
  if (packed) await storeTree({ ...query, exp: 1 }, { ...packed, bytes });
  const identity = getOnDemandIdentity(accountId, url, {} as Record<string, Json>);
  const image = { accountId, query, claimedAt: new Date(), frozenAt: new Date(0) };
  const images = dynamoDbFrozenImages(readEnvironment('onDemand:freeze'));
  await images.freeze(identity, image, new Date(Date.now() + 86_400_000));
  return fetching(path, caller);
};

export const renderOnDemand: Refusals<'renderOnDemand'> = {
  URL_EXPIRED: () => signing({ lastDay: '20200101' }),
  INVALID_SIGNATURE: async () => {
    const caller = await anAccount();
    const path = onDemandPath(await aSigningKey(caller), { templateId: 'starter-article' });
    return fetching(path.replace('.png', '.jpeg'), caller);
  },
  URL_DENIED: async () => {
    const { caller, templateId } = await anOwner();
    const path = onDemandPath(await aSigningKey(caller), { templateId });
    await deny({ store, edge: adminPorts['edgeDenyList:write'] }, runtime, { kind: 'template', id: templateId });
    return fetching(path, caller);
  },
  URL_REVOKED: async () => {
    const caller = await anAccount();
    const path = onDemandPath(await aSigningKey(caller), { templateId: 'starter-article' });
    await send('POST', '/v1/revocations', { caller, body: { url: service.imageUrl + path } });
    return fetching(path, caller);
  },
  INVALID_VARIABLES: () => signing({}, card),
  SUBSCRIPTION_INACTIVE: async () => {
    const caller = await anAccount();
    const path = onDemandPath(await aSigningKey(caller), { templateId: await aTemplate(caller) });
    await setAccount(store, runtime, caller.accountId, { status: 'past_due' });
    return fetching(path, caller);
  },
  TEMPLATE_NOT_FOUND: async () => {
    const [caller, other] = [await anAccount(), await anAccount()];
    return fetching(onDemandPath(await aSigningKey(caller), { templateId: await aTemplate(other) }), caller);
  },
  VERSION_NOT_FOUND: () => signing({ version: 2 }),
  QUOTA_EXCEEDED: async () => {
    const before = { mints: plans.free.mints, generations: 0 };
    const caller = await anAccount({ plan: 'free', mintsUsed: before.mints });
    const path = onDemandPath(await aSigningKey(caller), { templateId: await aTemplate(caller) });
    return { ...(await fetching(path, caller)), before };
  },
  VNODE_NOT_FOUND: () => frozen('lost'),
  MAX_DEPTH: () => frozen('deep', nested(150)),
  RENDER_ERROR: () => frozen('long-word', box(['x'.repeat(2_001)])),
  INVALID_VNODE: () => frozen('damaged', box(['whole']), true),
};
