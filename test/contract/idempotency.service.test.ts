import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { anAccount, aTemplate, type Caller, openCard, readUsage, send } from '../support/service.ts';

const post = (caller: Caller, path: string, body: unknown, key: string) =>
  send('POST', path, { caller, body, headers: { 'idempotency-key': key } });
const twice = async (...request: Parameters<typeof post>) => [await post(...request), await post(...request)] as const;
const isReplayed = ({ headers }: { readonly headers: Headers }) => headers.get('idempotent-replayed');
const mine = async (caller: Caller): Promise<unknown[]> =>
  (await send('GET', '/v1/templates?scope=mine', { caller })).json.templates;

describe('an Idempotency-Key', () => {
  it('gives the first answer to a mint again, and counts it once', async () => {
    const caller = await anAccount();
    const [templateId, key] = [await aTemplate(caller), randomUUID()];
    const body = { templateId, variables: { title: 'once' } };

    const [first, again] = await twice(caller, '/v1/url', body, key);

    expect([first.status, again.status]).toEqual([200, 200]);
    expect([isReplayed(first), isReplayed(again)]).toEqual([null, 'true']);
    expect(again.json).toEqual(first.json);
    // what a replay knew of the quota would be old by now
    expect([first.headers.has('ratelimit'), again.headers.has('ratelimit')]).toEqual([true, false]);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await readUsage(caller)).toEqual({ mints: 1, generations: 0 });
  });

  it('gives a batch again as it was', async () => {
    const caller = await anAccount();
    const [templateId, key] = [await aTemplate(caller), randomUUID()];
    const title = 'ein Wort für '.repeat(150);
    const items = Array.from({ length: 25 }, (_, n) => ({ templateId, variables: { title: `${title}${n}` } }));

    const [first, again] = await twice(caller, '/v1/urls', { items }, key);

    expect([first.status, isReplayed(again)]).toEqual([200, 'true']);
    expect(again.json).toEqual(first.json);
    expect((await readUsage(caller)).mints).toBe(25);
  });

  it.each([
    ['makes a template once', '/v1/templates', { name: 'Card', code: openCard }, 201, 0],
    [
      'generates templates once',
      '/v1/templates/generate',
      { items: [{ prompt: 'good card' }, { prompt: 'prose' }] },
      200,
      1,
    ],
  ])('%s, and returns the whole outcome on a retry', async (_what, path, body, status, generations) => {
    const caller = await anAccount();
    const [first, again] = await twice(caller, path, body, randomUUID());
    expect([first.status, again.status, isReplayed(again)]).toEqual([status, status, 'true']);
    expect(again.json).toEqual(first.json);
    expect([(await readUsage(caller)).generations, (await mine(caller)).length]).toEqual([generations, 1]);
  });

  it('stores a rejection too, with its Retry-After', async () => {
    const caller = await anAccount({ plan: 'free', mintsUsed: plans.free.mints });
    const [templateId, key] = [await aTemplate(caller), randomUUID()];

    const [first, again] = await twice(caller, '/v1/url', { templateId }, key);
    const [malformed, malformedAgain] = await twice(caller, '/v1/url', '{"templateId":', 'bad');

    expect([first.status, again.status, isReplayed(again)]).toEqual([429, 429, 'true']);
    expect(again.json).toEqual(first.json);
    const [soon, later] = [again, first].map(({ headers }) => Number(headers.get('retry-after')));
    expect(Math.abs(Number(soon) - Number(later))).toBeLessThan(30);
    expect([malformed.status, malformedAgain.status, isReplayed(malformedAgain)]).toEqual([400, 400, 'true']);
  });

  it('knows a body by what it says, not by how it is written', async () => {
    const caller = await anAccount();
    const [templateId, key] = [await aTemplate(caller), randomUUID()];
    const mint = (body: string) => post(caller, '/v1/url', body, key);

    const first = await mint(`{"templateId":"${templateId}","width":100,"variables":{"a":1,"b":[2]}}`);
    const same = await mint(`{ "variables": {"b":[2], "a":1}, "width":100, "templateId":"${templateId}" }`);
    const other = await mint(`{"templateId":"${templateId}","width":101,"variables":{"a":1,"b":[2]}}`);

    expect([first.status, isReplayed(same), other.status, other.json.code]).toEqual([
      ...[200, 'true', 422, 'IDEMPOTENCY_KEY_REUSED'],
    ]);
    expect((await readUsage(caller)).mints).toBe(1);
  });

  it('belongs to one account and one route', async () => {
    const [one, other] = [await anAccount(), await anAccount()];
    const [templateId, otherId, key] = [await aTemplate(one), await aTemplate(other), randomUUID()];

    const answers = [
      await post(one, '/v1/url', { templateId }, key),
      await post(one, '/v1/urls', { items: [{ templateId }] }, key),
      await post(other, '/v1/url', { templateId: otherId }, key),
    ];

    expect(answers.map((answer) => [answer.status, isReplayed(answer)])).toEqual(Array(3).fill([200, null]));
    expect([(await readUsage(one)).mints, (await readUsage(other)).mints]).toEqual([2, 1]);
  });

  it('gives no answer to a key that may use other templates', async () => {
    const caller = await anAccount();
    const [templateId, otherId, key] = [await aTemplate(caller), await aTemplate(caller), randomUUID()];
    const asked = { name: 'CI', scopes: ['mint'], templateIds: [otherId] };
    const { json } = await send('POST', '/v1/keys', { caller, body: asked });
    const confined = { ...caller, apiKey: json.apiKey };

    const first = await post(caller, '/v1/url', { templateId }, key);
    const other = await post(confined, '/v1/url', { templateId }, key);

    expect([first.status, other.status, other.json.code]).toEqual([200, 422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it.each([
    ['one character', 'x', 404],
    ['255 characters', 'x'.repeat(255), 404],
    ['every printable one', Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).join(''), 404],
    ['256 characters', 'x'.repeat(256), 400],
    ['none', '', 400],
    ['a letter beyond ASCII', 'caf\u00e9', 400],
    ['a tab', 'a\tb', 400],
  ])('of %s is taken or refused', async (_what, key, status) => {
    const answer = await post(await anAccount(), '/v1/url', { templateId: 'none' }, key);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.json.code).toBe('INVALID_IDEMPOTENCY_KEY');
  });

  it('that is malformed is reported before errors of the body and after errors of the caller', async () => {
    const bad = { 'idempotency-key': 'x'.repeat(256) };
    const known = await send('POST', '/v1/url', { caller: await anAccount(), body: '{', headers: bad });
    const unknown = await send('POST', '/v1/url', { body: '{', headers: bad });
    expect([known.json.code, unknown.json.code]).toEqual(['INVALID_IDEMPOTENCY_KEY', 'MISSING_API_KEY']);
  });

  it('is passed over where nothing is made', async () => {
    const caller = await anAccount();
    const answer = await send('GET', '/v1/templates', { caller, headers: { 'idempotency-key': 'x'.repeat(256) } });
    expect(answer.status).toBe(200);
  });

  it('is under way for those who come while it is', async () => {
    const [caller, key] = [await anAccount(), randomUUID()];
    const body = { items: [{ prompt: 'good card' }] };

    const generate = () => post(caller, '/v1/templates/generate', body, key);
    const answers = await Promise.all(Array.from({ length: 4 }, generate));

    const waiting = answers.filter(({ status }) => status === 409);
    expect(answers.filter((answer) => answer.status === 200 && isReplayed(answer) === null)).toHaveLength(1);
    for (const { json, headers } of waiting) {
      expect([json.code, headers.get('retry-after')]).toEqual(['IDEMPOTENCY_IN_PROGRESS', '1']);
    }
    expect([(await readUsage(caller)).generations, (await mine(caller)).length]).toEqual([1, 1]);
  });
});
