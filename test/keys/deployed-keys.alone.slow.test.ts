import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { generateApiKey, parseApiKey } from 'image-url-contract/api-key.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { administration } from '../../admin/administration.ts';
import { secretsManagerKeySecrets } from '../../lambdas/aws/secrets-manager/key-secrets.ts';
import {
  again,
  anAccount,
  answered,
  aRequest,
  keysOf,
  logged,
  onDeployment,
  send,
} from '../support/custom-resources.ts';
import { sendTo } from '../support/send-to.ts';

onDeployment();

const usageBy = async (apiKey: string) => {
  const { status, json } = await sendTo({ baseUrl: process.env.BASE_URL ?? '', apiKey }, 'GET', '/v1/usage');
  return { status, code: json.code };
};

describe('an account', () => {
  it('is created once, however often it is asked for, and takes another plan', async () => {
    const request = aRequest('account', 'Create', { Plan: 'own' }, { LogicalResourceId: 'Owner' });
    const made = await send(request);
    expect(await send({ ...request, RequestId: 'another' })).toEqual({ ...made, RequestId: 'another' });
    const { PhysicalResourceId } = made;
    const plan = async () => (await administration().store.account(PhysicalResourceId))?.plan;

    expect(made).toMatchObject({ Status: 'SUCCESS', Data: { AccountId: PhysicalResourceId } });
    expect(await plan()).toBe('own');
    expect(
      await send(again(request, 'Update', { PhysicalResourceId, ResourceProperties: { Plan: 'pro' } })),
    ).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId });
    expect(await plan()).toBe('pro');
    expect(await send(again(request, 'Delete', { PhysicalResourceId }))).toMatchObject({ Status: 'SUCCESS' });
    expect(await plan()).toBe('pro');
  });

  it.each<[string, object, string]>([
    [
      'a plan that is not there',
      { Plan: 'gold' },
      'Plan: there is no plan gold; there are free, starter, pro, scale, own.',
    ],
    ['a property that is missing', {}, 'ResourceProperties.Plan: '],
  ])('is not created with %s, and that can be rolled back', async (_what, properties, reason) => {
    const request = aRequest('account', 'Create', properties);

    const { Status, Reason, PhysicalResourceId } = await send(request);

    expect([Status, Reason]).toEqual(['FAILED', expect.stringContaining(reason)]);
    expect(await send(again(request, 'Delete', { PhysicalResourceId }))).toMatchObject({ Status: 'SUCCESS' });
  });
});

describe('an API key', () => {
  const secrets = new SecretsManagerClient({});
  const secret = () => process.env.KEY_SECRETS ?? '';
  const ports = () => secretsManagerKeySecrets();
  const current = async () => (await ports().read(secret(), 'current')) ?? '';
  let accountId = '';

  beforeAll(async () => {
    await secrets.send(new CreateSecretCommand({ Name: secret(), SecretString: '{"formatVersion":0}' }));
  });
  beforeEach(async () => {
    accountId = await anAccount();
    await secrets.send(new PutSecretValueCommand({ SecretId: secret(), SecretString: '{"formatVersion":0}' }));
  });
  const aKey = (more: object = {}) =>
    aRequest('key', 'Create', { AccountId: accountId, Secret: secret(), Name: 'site', Scopes: ['mint'], ...more });

  it('is put into its secret with its limits, and nowhere else', async () => {
    const made = await send(aKey({ MonthlyMints: '500', TemplateIds: ['one'] }));
    const apiKey = await current();

    expect(made).toMatchObject({ Status: 'SUCCESS', Data: { KeyId: made.PhysicalResourceId } });
    const [{ key } = expect.fail('no key')] = await keysOf(accountId);
    expect(key).toMatchObject({ keyId: parseApiKey(apiKey)?.keyId, name: 'site', scopes: ['mint'], monthlyMints: 500 });
    expect(key.templateIds).toEqual(['one']);
    expect(await usageBy(apiKey)).toMatchObject({ status: 403, code: 'INSUFFICIENT_SCOPE' });
    expect(answered.join() + logged()).not.toContain(apiKey.slice(-20));
  });

  it('is one key when the request is repeated, also after the function ended halfway', async () => {
    const request = aKey();
    const halfway = generateApiKey(accountId, new Uint8Array(20).fill(7));
    await ports().propose(secret(), request.RequestId, halfway);
    const first = await send(request);

    expect(await send(request)).toEqual(first);
    expect(await current()).toBe(halfway);
    expect(await keysOf(accountId)).toHaveLength(1);
  });

  it('ends at once when its resource goes', async () => {
    const request = aKey();
    const { PhysicalResourceId } = await send(request);
    const apiKey = await current();
    const removal = again(request, 'Delete', { PhysicalResourceId });

    expect(await send(removal)).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId });
    expect(await usageBy(apiKey)).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    expect(await keysOf(accountId)).toEqual([]);
    expect(await send(removal)).toMatchObject({ Status: 'SUCCESS' });
  });

  it('that was replaced works for another day, and ends with the one in its place', async () => {
    const request = aKey();
    const first = await send(request);
    const replaced = await current();
    const wider = aKey({ Scopes: ['mint', 'usage:read'] });
    const second = await send(wider);
    await send(again(request, 'Delete', { PhysicalResourceId: first.PhysicalResourceId }));

    expect(await usageBy(await current())).toMatchObject({ status: 200 });
    expect(await usageBy(replaced)).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    const ends = (await keysOf(accountId)).find(({ key }) => key.keyId === first.PhysicalResourceId)?.key.expiresAt;
    expect(Math.round(((ends?.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(24);

    await send(again(wider, 'Delete', { PhysicalResourceId: second.PhysicalResourceId }));
    expect(await keysOf(accountId)).toEqual([]);
  });

  it('is back in its secret when an update is rolled back', async () => {
    await send(aKey());
    const before = await current();
    const wider = aKey({ Scopes: ['*'] });
    const { PhysicalResourceId } = await send(wider);
    const wide = await current();
    await send(again(wider, 'Delete', { PhysicalResourceId }));

    expect(await current()).toBe(before);
    expect(await usageBy(before)).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    expect(await usageBy(wide)).toMatchObject({ code: 'INVALID_API_KEY' });
  });

  it.each<[string, object, RegExp]>([
    ['an account that is not there', { AccountId: 'nobody' }, /^AccountId: there is no account nobody/],
    ['a scope that is not there', { Scopes: ['mint', 'all'] }, /^ResourceProperties\.Scopes\.1: /],
    ['no scope', { Scopes: [] }, /^ResourceProperties\.Scopes: /],
    ['a limit that is no number', { MonthlyMints: 'many' }, /^ResourceProperties\.MonthlyMints: /],
  ])('is not made for %s', async (_what, properties, reason) => {
    expect(await send(aKey(properties))).toMatchObject({ Status: 'FAILED', Reason: expect.stringMatching(reason) });
    expect(logged()).toContain('a custom resource could not be deployed');
    expect(logged()).not.toContain('signature=x');
    expect(await keysOf(accountId)).toEqual([]);
    expect(await current()).toBe('{"formatVersion":0}');
  });
});
