import { expect, it } from 'vitest';
import { deny, removeDenyListEntry } from '../../admin/administer-deny-list.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { adminPorts, anAccount, aTemplate, type Caller, send, store } from '../support/service.ts';

const stores = { store, edge: adminPorts['edgeDenyList:write'] };

const mint = async (caller: Caller, templateId: string): Promise<string> =>
  (await send('POST', '/v1/url', { caller, body: { templateId } })).json.url;

const verdict = async (url: string) => {
  const response = await fetch(url);
  const isImage = response.headers.get('content-type')?.startsWith('image/');
  return isImage ? response.status : `${response.status} ${((await response.json()) as { code: string }).code}`;
};

it('a denied account is rejected at the edge at once, cached images included; other accounts are served', async () => {
  const [ana, bob] = [await anAccount(), await anAccount()];
  const template = await aTemplate(ana);
  const urls = { ana: await mint(ana, template), starter: await mint(ana, 'starter-article') };
  const bobs = await mint(bob, 'starter-article');
  for (const url of [urls.ana, urls.starter, bobs]) expect(await verdict(url)).toBe(200);

  const denied = await deny(stores, runtime, { kind: 'account', id: ana.accountId });

  expect(new Date(denied.effectiveBy).getTime() - Date.now()).toBeLessThanOrEqual(60_000);
  for (const url of [urls.ana, urls.starter]) expect(await verdict(url)).toBe('403 URL_DENIED');
  expect(await verdict(bobs)).toBe(200);
  // a forged URL learns nothing of it
  expect(await verdict(urls.ana.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).toBe('403 INVALID_SIGNATURE');

  await removeDenyListEntry(stores, runtime, { kind: 'account', id: ana.accountId });
  for (const url of [urls.ana, urls.starter]) expect(await verdict(url)).toBe(200);
});

it('a denied template is rejected for every account, in a response that must not be cached', async () => {
  const ana = await anAccount();
  const [denied, other] = [await aTemplate(ana), await aTemplate(ana)];
  const urls = [await mint(ana, denied), await mint(ana, other)] as const;

  await deny(stores, runtime, { kind: 'template', id: denied });

  const answer = await fetch(urls[0], { method: 'HEAD' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([403, 'no-store']);
  expect(await verdict(urls[0])).toBe('403 URL_DENIED');
  expect(await verdict(urls[1])).toBe(200);
});
