import { describe, expect, it } from 'vitest';
import { dynamoDbRenderFailureAdder } from '../../lambdas/aws/dynamodb/on-demand.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { limits } from '../../lambdas/contract/limits.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { anAccount, aTemplate, type Caller, card, send, service } from '../support/service.ts';

const request = async (path: string) => (await fetch(service.imageUrl + path)).status;
const list = async (caller: Pick<Caller, 'apiKey'>) =>
  (await send('GET', '/v1/render-failures', { caller })).json.renderFailures;

describe('GET /v1/render-failures', () => {
  it('lists what could not be rendered with its reason, as it was requested, each URL once and the latest first', async () => {
    const ana = await anAccount();
    const key = await aSigningKey(ana);
    const templateId = await aTemplate(ana, card);
    const [first, second] = [onDemandPath(key, { templateId }), onDemandPath(key, { templateId: 'none' })];

    expect([await request(first), await request(second)]).toEqual([422, 404]);
    expect(await request(onDemandPath(key, { templateId, variables: { author: 'A' } }))).toBe(200);

    expect(await list(ana)).toEqual([
      {
        url: service.imageUrl + second,
        templateId: 'none',
        code: 'TEMPLATE_NOT_FOUND',
        message: expect.any(String),
        failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      {
        url: service.imageUrl + first,
        templateId,
        code: 'INVALID_VARIABLES',
        message: 'Required variables are missing: author.',
        failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  it('has nothing of forged and expired URLs, nor of another account', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    const key = await aSigningKey(ana);
    const path = onDemandPath(key, { templateId: 'none' });
    await request(path.replace('.png', '.jpeg'));
    await request(onDemandPath(key, { templateId: 'none', lastDay: '20200101' }));
    await request(onDemandPath(await aSigningKey(ben), { templateId: 'none' }));

    expect(await list(ana)).toEqual([]);
    expect(await list(ben)).toHaveLength(1);
  });

  it('shows a key with templateIds the URLs of these only', async () => {
    const ana = await anAccount();
    const key = await aSigningKey(ana);
    const templateId = await aTemplate(ana, card);
    for (const path of [onDemandPath(key, { templateId }), onDemandPath(key, { templateId: 'none' })])
      await request(path);
    const body = { name: 'CI', scopes: ['usage:read'], templateIds: [templateId] };
    const { json } = await send('POST', '/v1/keys', { caller: ana, body });

    expect((await list(json)).map((one: { templateId: string }) => one.templateId)).toEqual([templateId]);
  });

  it('lists the last 100, whatever one URL adds', async () => {
    const ana = await anAccount();
    const { add } = dynamoDbRenderFailureAdder(readEnvironment('renderFailures:add'));
    const start = Date.now() - 86_400_000;
    const failure = { templateId: 'x', code: 'INVALID_VARIABLES', message: 'x' };
    for (let n = 0; n < limits.renderFailures + 5; n += 1) {
      const failedAt = new Date(start + n * 60_000);
      await add(ana.accountId, { ...failure, path: `/v1/i/${n}`, failedAt });
      await add(ana.accountId, { ...failure, path: '/v1/i/often', failedAt });
    }

    const urls = (await list(ana)).map(({ url }: { url: string }) => url);

    expect(urls).toHaveLength(limits.renderFailures);
    expect(new Set(urls).size).toBe(limits.renderFailures);
    expect(urls).toContain(`${service.imageUrl}/v1/i/104`);
    expect(urls).not.toContain(`${service.imageUrl}/v1/i/4`);
  });
});
