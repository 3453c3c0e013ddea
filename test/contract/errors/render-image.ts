import type { VElement, VNode } from '#engine/vnode/vnode.ts';
import { deny } from '../../../admin/administer-deny-list.ts';
import { packTree } from '../../../lambdas/domain/stored-tree.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { anImageQuery, signedUrl, storeTree } from '../../support/image-urls.ts';
import { adminPorts, anAccount, send, store } from '../../support/service.ts';
import type { Refusal, Refusals } from './refusal.ts';

const fetching = async (url: string): Promise<Refusal> => {
  const response = await fetch(url);
  return { answer: { status: response.status, headers: response.headers, json: await response.json() } };
};

export const box = (children: readonly VNode[]): VElement => ({ type: 'div', props: {}, children });
export const nested = (levels: number): VElement => (levels === 0 ? box(['deep']) : box([nested(levels - 1)]));

const packed = (tree: VElement) => {
  const stored = packTree(tree);
  if (!stored) throw new Error('The tree is too large to store.');
  return stored;
};

export const renderImage: Refusals<'renderImage'> = {
  URL_EXPIRED: async () => fetching(`${await signedUrl(anImageQuery({ exp: Date.now() - 1 }))}0`),
  INVALID_SIGNATURE: async () => fetching((await signedUrl(anImageQuery())).replace('width=64', 'width=65')),
  URL_DENIED: async () => {
    const [query, edge] = [anImageQuery({ templateId: 'denied' }), adminPorts['edgeDenyList:write']];
    await deny({ store, edge }, runtime, { kind: 'template', id: query.templateId });
    return fetching(await signedUrl(query));
  },
  URL_REVOKED: async () => {
    const caller = await anAccount();
    const { json } = await send('POST', '/v1/url', { caller, body: { templateId: 'starter-article' } });
    await send('POST', '/v1/revocations', { caller, body: { url: json.url } });
    return fetching(json.url);
  },
  VNODE_NOT_FOUND: async () => fetching(await signedUrl(anImageQuery())),
  MAX_DEPTH: async () => {
    const query = anImageQuery({ templateId: 'deep' });
    await storeTree(query, packed(nested(150)));
    return fetching(await signedUrl(query));
  },
  RENDER_ERROR: async () => {
    const query = anImageQuery({ templateId: 'long-word' });
    await storeTree(query, packed(box(['x'.repeat(2_001)])));
    return fetching(await signedUrl(query));
  },
  INVALID_VNODE: async () => {
    const query = anImageQuery({ templateId: 'damaged' });
    const whole = packed(box(['whole']));
    await storeTree(query, { ...whole, bytes: whole.bytes.map((byte, n) => (n === 5 ? byte ^ 1 : byte)) });
    return fetching(await signedUrl(query));
  },
};
