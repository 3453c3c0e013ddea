import { createServer } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { administration } from '../../admin/administration.ts';
import * as adapters from '../../lambdas/aws/adapters.ts';
import { connect } from '../../lambdas/aws/connect.ts';
import { httpApiCaller } from '../../lambdas/aws/http/api-caller.ts';
import { putObject } from '../../lambdas/aws/s3/client.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { customResourceEnvelope } from '../../lambdas/contract/custom-resources.ts';
import { deployResource } from '../../lambdas/custom-resources/deploy-resource.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { listen } from '../../local/listen.ts';
import { again, anAccount, aRequest, keysOf, onDeployment, send } from '../support/custom-resources.ts';

onDeployment();

describe('a template', () => {
  const card = (text: string) =>
    `export default ({ title = '${text}' }) => <div style={{ display: 'flex' }}>{title}</div>;`;
  let accountId = '';
  let assets = 0;

  beforeEach(async () => {
    accountId = await anAccount();
  });
  const published = async (code: string, origins: [string, number][] = []) => {
    assets += 1;
    const [Bucket = '', Key] = [process.env.TEMPLATE_ASSETS, `${assets}.json`];
    await putObject(Bucket, Key, JSON.stringify({ file: 'cards/article.tsx', code, origins }), 'application/json');
    return { AccountId: accountId, Name: 'article', Bucket, Key };
  };
  const create = async (code: string, origins?: [string, number][]) =>
    aRequest('template', 'Create', await published(code, origins));
  const templates = async () => {
    const found = await Array.fromAsync(administration().store.templates());
    return found.flatMap((one) => ('record' in one && one.record.ownerId === accountId ? [one.record] : []));
  };
  const allPorts = (environment: { BASE_URL: string; API_TARGET: string } = readEnvironment('api:call')) => ({
    ...connect('deployResource', adapters),
    'api:call': httpApiCaller(environment),
  });

  it('is created once, changed, changed back and deleted', async () => {
    const request = await create(card('one'));
    const made = await send(request);
    expect(await send(request)).toEqual(made);
    const { PhysicalResourceId } = made;
    expect(made).toMatchObject({ Status: 'SUCCESS', Data: { TemplateId: PhysicalResourceId } });
    expect(await templates()).toMatchObject([{ templateId: PhysicalResourceId, name: 'article', version: 1 }]);

    const ResourceProperties = await published(card('two'));
    const changed = await send(again(request, 'Update', { PhysicalResourceId, ResourceProperties }));
    expect(changed).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId });
    expect(await templates()).toMatchObject([{ version: 2 }]);
    await send(again(request, 'Update', { PhysicalResourceId }));
    expect(await templates()).toMatchObject([{ version: 3 }]);

    const removal = again(request, 'Delete', { PhysicalResourceId });
    expect(await send(removal)).toMatchObject({ Status: 'SUCCESS' });
    expect(await send(removal)).toMatchObject({ Status: 'SUCCESS' });
    expect(await templates()).toEqual([]);
    // none of the keys that called the API is left
    expect(await keysOf(accountId)).toEqual([]);
  });

  it('that somebody deleted is created again with its next change', async () => {
    const request = await create(card('one'));
    const { PhysicalResourceId } = await send(request);
    await send(again(request, 'Delete', { PhysicalResourceId }));

    const changed = await send(again(request, 'Update', { PhysicalResourceId }));

    expect(changed.Status).toBe('SUCCESS');
    expect(changed.PhysicalResourceId).not.toBe(PhysicalResourceId);
    expect(await templates()).toMatchObject([{ templateId: changed.PhysicalResourceId }]);
  });

  it('that does not compile fails with file, line, column and message, and stays as it was', async () => {
    const good = await create(card('one'));
    const { PhysicalResourceId } = await send(good);
    const code = `const size = 1;\n${card('two').replace('{title}', '{title.length()}')}`;
    const ResourceProperties = await published(code, [['cards/parts/logo.tsx', 9]]);
    const failed = await send(again(good, 'Update', { PhysicalResourceId, ResourceProperties }));

    expect(failed).toMatchObject({ Status: 'FAILED', PhysicalResourceId });
    expect(failed.Reason).toBe('cards/article.tsx:1:1: TypeError: title.length is not a function (does-not-run)');
    expect(await templates()).toMatchObject([{ version: 1 }]);

    const elsewhere = await published('const logo = <b>\nexport default () => logo;', [['cards/parts/logo.tsx', 9]]);
    const other = await send(aRequest('template', 'Create', elsewhere));
    expect(other.Reason).toMatch(/^cards\/parts\/logo\.tsx:9:1: /);
    expect(await templates()).toHaveLength(1);
    expect(await keysOf(accountId)).toEqual([]);
  });

  it('is deleted without an account that may use the API', async () => {
    const request = await create(card('one'));
    const { PhysicalResourceId } = await send(request);
    const account = (await administration().store.account(accountId)) ?? expect.fail('no account');
    await administration().store.changeAccount(account.accountId, { status: 'past_due' });

    expect(await send(again(request, 'Update', { PhysicalResourceId }))).toMatchObject({
      ...{ Status: 'FAILED', Reason: expect.stringContaining('SUBSCRIPTION_INACTIVE') },
    });
    expect(await send(again(request, 'Delete', { PhysicalResourceId }))).toMatchObject({ Status: 'SUCCESS' });
  });

  it('waits for an API that does not answer, and says so when it never does', async () => {
    const request = await create(card('one'));
    const pauses: number[] = [];
    const ports = allPorts();
    const flaky = {
      call: (...one: Parameters<(typeof ports)['api:call']['call']>) =>
        pauses.length < 2 ? Promise.reject(new Error('connect ECONNREFUSED')) : ports['api:call'].call(...one),
    };
    const pause = async (ms: number) => pauses.push(ms);
    const envelope = customResourceEnvelope.parse(request);
    const made = await deployResource({ ...ports, 'api:call': flaky }, runtime, envelope, request, pause);
    expect(made.Status).toBe('SUCCESS');
    expect(pauses).toEqual([1_000, 2_000]);

    const unreachable = allPorts({ BASE_URL: 'http://127.0.0.1:9', API_TARGET: '' });
    const failed = await deployResource(unreachable, runtime, envelope, request, pause);
    expect(failed).toMatchObject({ Status: 'FAILED', Reason: expect.stringContaining('The API cannot be reached') });
    expect(pauses).toHaveLength(2 + 7);
    expect(await keysOf(accountId)).toEqual([]);
  });

  it('reaches an API whose domain has no DNS record yet', async () => {
    const hosts: (string | undefined)[] = [];
    const api = createServer(({ headers }, response) => {
      hosts.push(headers.host);
      response.writeHead(201).end('{ "templateId": "one" }');
    });
    const { url, close } = await listen(api, 0, ['api.example.invalid']);
    const host = `api.example.invalid:${new URL(url).port}`;
    const ports = allPorts({ BASE_URL: `http://${host}`, API_TARGET: '127.0.0.1' });
    const request = await create(card('one'));
    const envelope = customResourceEnvelope.parse(request);

    const made = await deployResource(ports, runtime, envelope, request, async () => undefined);

    expect(made).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: 'one' });
    expect(hosts).toEqual([host]);
    await close();
  });

  it('that is not published fails without a word about where', async () => {
    const properties = { ...(await published(card('one'))), Key: 'absent.json' };
    const request = aRequest('template', 'Create', properties);

    const envelope = customResourceEnvelope.parse(request);
    const failed = await deployResource(allPorts(), runtime, envelope, request, async () => undefined);
    expect(failed.Reason).toMatch(/^The deployment failed; the log of the function says why/);
  });
});
