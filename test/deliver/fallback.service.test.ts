import { describe, expect, it } from 'vitest';
import { setAccount } from '../../admin/administer-accounts.ts';
import { dynamoDbFallbackWriter } from '../../lambdas/aws/dynamodb/on-demand.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { packTree } from '../../lambdas/domain/stored-tree.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { anImageQuery, storeTree } from '../support/image-urls.ts';
import { onDemandPath } from '../support/on-demand.ts';
import {
  anAccount,
  aTemplate,
  type Caller,
  card,
  openCard,
  readUsage,
  send,
  service,
  store,
} from '../support/service.ts';

const fail = () => expect.fail('no tree');
const get = async (path: string) => {
  const response = await fetch(service.imageUrl + path);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type') === 'application/json';
  return {
    verdict: `${response.status}${isJson ? ` ${JSON.parse(bytes.toString()).code}` : ''}`,
    cache: response.headers.get('cache-control'),
    warning: response.headers.get('x-image-warning'),
    bytes,
  };
};

const fallbackCode = openCard.replace('#fff', '#0a0');
const put = (caller: Caller, templateId: string | null) =>
  send('PUT', '/v1/fallback', { caller, body: { templateId } });
/** An account with a fallback image, and the image's bytes. */
const aCallerWithFallback = async (wanted?: Parameters<typeof anAccount>[0]) => {
  const caller = await anAccount(wanted);
  const fallbackId = await aTemplate(caller, fallbackCode, 'Fallback');
  expect((await put(caller, fallbackId)).json).toEqual({ templateId: fallbackId, version: 1 });
  return { caller, fallbackId, key: await aSigningKey(caller) };
};
const short = 'public, max-age=20';

describe('a fallback image', () => {
  it('is shown for a minute in place of an image that cannot be rendered, and takes no unit', async () => {
    const { caller, key } = await aCallerWithFallback();
    const templateId = await aTemplate(caller, card);

    const answer = await get(onDemandPath(key, { templateId }));
    const whole = await get(onDemandPath(key, { templateId, variables: { author: 'A' } }));

    expect([answer.verdict, answer.cache]).toEqual(['200', short]);
    expect(answer.warning).toBe('fallback: INVALID_VARIABLES: Required variables are missing: author.');
    expect([whole.verdict, whole.warning]).toEqual(['200', null]);
    expect(whole.bytes.equals(answer.bytes)).toBe(false);
    expect((await readUsage(caller)).mints).toBe(1);
  });

  it('is shown for unreadable variables, and for a version and a template that are not there', async () => {
    const { caller, key } = await aCallerWithFallback();
    const templateId = await aTemplate(caller);
    const failing = [{ payload: 'AAAA' }, { version: 7 }, { templateId: 'none' }];

    const answers = await Promise.all(failing.map((signed) => get(onDemandPath(key, { templateId, ...signed }))));

    expect(answers.map(({ verdict, cache, warning }) => [verdict, cache, warning])).toEqual(
      ['INVALID_VARIABLES', 'VERSION_NOT_FOUND', 'TEMPLATE_NOT_FOUND'].map((code) => [
        ...['200', short, expect.stringMatching(`^fallback: ${code}: `)],
      ]),
    );
  });

  it('is never stored as the image of the URL', async () => {
    const { caller, key } = await aCallerWithFallback({ plan: 'free' });
    const templateId = await aTemplate(caller);
    await setAccount(store, runtime, caller.accountId, { mintsUsed: plans.free.mints });

    const before = await get(onDemandPath(key, { templateId }));
    await setAccount(store, runtime, caller.accountId, { mintsUsed: 0 });
    // another address at the edge, and the same image behind it
    const after = await get(onDemandPath(key, { templateId, lastDay: '20991231' }));

    expect([before.verdict, before.warning]).toEqual(['200', expect.stringMatching(/^fallback: QUOTA_EXCEEDED: /)]);
    expect([after.verdict, after.warning, after.cache]).toEqual(['200', null, 'public, max-age=86400']);
    expect(after.bytes.equals(before.bytes)).toBe(false);
  });

  it('is shown once dailyRenders are used up', async () => {
    const { caller } = await aCallerWithFallback();
    const key = await aSigningKey(caller, { dailyRenders: 1 });
    const templateId = await aTemplate(caller);
    expect((await get(onDemandPath(key, { templateId }))).warning).toBeNull();
    expect((await get(onDemandPath(key, { templateId, width: 9 }))).warning).toMatch(/^fallback: QUOTA_EXCEEDED: /);
  });

  it('is shown for nothing that is forged, or signed with a key that is deleted, confined or of an ended account', async () => {
    const { caller, key } = await aCallerWithFallback();
    const templateId = await aTemplate(caller, card);
    const path = onDemandPath(key, { templateId });
    const confined = await aSigningKey(caller, { templateIds: [templateId] });
    const deleted = await aSigningKey(caller);
    await send('DELETE', `/v1/signing-keys/${deleted.split('.')[1]}`, { caller });

    expect((await get(path.replace('.png', '.jpeg'))).verdict).toBe('403 INVALID_SIGNATURE');
    expect((await get(onDemandPath(key, { templateId, lastDay: '20200101' }))).verdict).toBe('403 URL_EXPIRED');
    expect((await get(onDemandPath(confined, { templateId: 'none' }))).verdict).toBe('404 TEMPLATE_NOT_FOUND');
    expect((await get(onDemandPath(deleted, { templateId }))).verdict).toBe('403 INVALID_SIGNATURE');
    expect((await get(onDemandPath(deleted, { templateId, payload: 'AAAA' }))).verdict).toBe('403 INVALID_SIGNATURE');
    await setAccount(store, runtime, caller.accountId, { status: 'past_due' });
    expect((await get(path)).verdict).toBe('402 SUBSCRIPTION_INACTIVE');
    expect((await get(onDemandPath(key, { templateId, payload: 'AAAA' }))).verdict).toBe('422 INVALID_VARIABLES');
  });

  it('shows the same image after its template is changed or deleted', async () => {
    const { caller, fallbackId, key } = await aCallerWithFallback();
    const templateId = await aTemplate(caller, card);
    const first = await get(onDemandPath(key, { templateId }));
    const body = { code: fallbackCode.replace('#0a0', '#c00') };

    await send('PATCH', `/v1/templates/${fallbackId}`, { caller, body });
    const changed = await get(onDemandPath(key, { templateId, lastDay: '20991231' }));
    await send('DELETE', `/v1/templates/${fallbackId}`, { caller });
    const deleted = await get(onDemandPath(key, { templateId, lastDay: '20981231' }));

    expect([first, changed, deleted].map(({ verdict }) => verdict)).toEqual(['200', '200', '200']);
    expect([changed, deleted].every(({ bytes }) => bytes.equals(first.bytes))).toBe(true);
  });

  it('ends when its template is revoked', async () => {
    const { caller, fallbackId, key } = await aCallerWithFallback();
    await send('POST', '/v1/revocations', { caller, body: { templateId: fallbackId } });
    const answer = await get(onDemandPath(key, { templateId: await aTemplate(caller, card) }));
    expect([answer.verdict, answer.cache]).toEqual(['422 INVALID_VARIABLES', 'public, max-age=60']);
  });

  it('is removed by null, and stays when another cannot be set', async () => {
    const { caller, key } = await aCallerWithFallback();
    const templateId = await aTemplate(caller, card);

    expect((await put(caller, templateId)).json.code).toBe('MISSING_TEMPLATE_VARIABLES');
    expect((await get(onDemandPath(key, { templateId }))).verdict).toBe('200');
    expect((await put(caller, null)).json).toEqual({ templateId: null, version: null });
    const removed = await get(onDemandPath(key, { templateId, lastDay: '20991231' }));
    expect(removed.verdict).toBe('422 INVALID_VARIABLES');
    expect((await put(caller, null)).status).toBe(200);
  });

  it('that cannot be rendered leaves the failure as it is', async () => {
    const caller = await anAccount();
    const { exp, ...query } = anImageQuery({ templateId: 'long-word', uid: caller.accountId });
    await storeTree({ ...query, exp }, packTree({ type: 'div', props: {}, children: ['x'.repeat(2_001)] }) ?? fail());
    const fallbacks = dynamoDbFallbackWriter(readEnvironment('fallback:write'));
    await fallbacks.set(caller.accountId, { query }, new Date(exp));
    const answer = await get(onDemandPath(await aSigningKey(caller), { templateId: await aTemplate(caller, card) }));
    expect([answer.verdict, answer.cache]).toEqual(['422 INVALID_VARIABLES', 'public, max-age=60']);
  });

  it('is that of the account that signed, and of no other', async () => {
    await aCallerWithFallback();
    const ben = await anAccount();
    const answer = await get(onDemandPath(await aSigningKey(ben), { templateId: await aTemplate(ben, card) }));
    expect(answer.verdict).toBe('422 INVALID_VARIABLES');
  });
});
