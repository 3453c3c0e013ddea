import { createServer } from 'node:http';
import { customResourceEnvelope, getIdAttribute } from 'image-url-contract/custom-resources.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { administration } from '../../admin/administration.ts';
import * as adapters from '../../lambdas/aws/adapters.ts';
import { connect } from '../../lambdas/aws/connect.ts';
import { httpApiCaller } from '../../lambdas/aws/http/api-caller.ts';
import { putObject } from '../../lambdas/aws/s3/client.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { deployResource } from '../../lambdas/custom-resources/deploy-resource.ts';
import { removeTemplate, withKey } from '../../lambdas/custom-resources/deploy-template.ts';
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
  const publishedSet = async (templates: readonly object[], more: object = {}) => {
    assets += 1;
    const [Bucket = '', Key] = [process.env.TEMPLATE_ASSETS, `${assets}.json`];
    await putObject(Bucket, Key, JSON.stringify(templates), 'application/json');
    return { AccountId: accountId, Bucket, Key, ...more };
  };
  const published = (code: string, origins: [string, number][] = []) =>
    publishedSet([{ name: 'article', file: 'cards/article.tsx', code, origins }]);
  const idIn = ({ Data }: { readonly Data?: object }, name = 'article'): string =>
    (Data as Record<string, string>)[getIdAttribute(name)] ?? expect.fail('no id');
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
    expect(made).toMatchObject({ Status: 'SUCCESS' });
    expect(await templates()).toMatchObject([{ templateId: idIn(made), name: 'article', version: 1 }]);

    const ResourceProperties = await published(card('two'));
    const changed = await send(again(request, 'Update', { PhysicalResourceId, ResourceProperties }));
    expect(changed).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId, Data: made.Data });
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
    const made = await send(request);
    const { PhysicalResourceId } = made;
    const ports = allPorts();
    await withKey(ports, runtime, accountId, (call) => removeTemplate(call, idIn(made)));

    const ResourceProperties = await published(card('two'));
    const changed = await send(again(request, 'Update', { PhysicalResourceId, ResourceProperties }));

    expect(changed).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId });
    expect(idIn(changed)).not.toBe(idIn(made));
    expect(await templates()).toMatchObject([{ templateId: idIn(changed) }]);
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

    const ResourceProperties = await published(card('two'));
    expect(await send(again(request, 'Update', { PhysicalResourceId, ResourceProperties }))).toMatchObject({
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
    const other = await create(card('two'));
    const envelopeOfOther = { ...customResourceEnvelope.parse(other), LogicalResourceId: 'Other' };
    const otherRequest = { ...other, LogicalResourceId: 'Other' };
    const failed = await deployResource(unreachable, runtime, envelopeOfOther, otherRequest, pause);
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

    expect([made.Status, idIn(made)]).toEqual(['SUCCESS', 'one']);
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

  it('of a set goes with its file, or stays where it is told to, and what has not changed is left alone', async () => {
    const file = (name: string, text = name) => ({ name, file: `${name}.tsx`, code: card(text) });
    const request = aRequest('template', 'Create', await publishedSet([file('a'), file('b'), file('c')]));
    const made = await send(request);
    const { PhysicalResourceId } = made;
    const update = async (files: readonly object[], more: object = {}) =>
      send(again(request, 'Update', { PhysicalResourceId, ResourceProperties: await publishedSet(files, more) }));
    const names = async () => (await templates()).map(({ name, version }) => `${name} ${version}`).sort();

    const changed = await update([file('a'), file('b', 'other'), file('d')]);
    expect(await names()).toEqual(['a 1', 'b 2', 'd 1']);
    expect([idIn(changed, 'a'), idIn(changed, 'b')]).toEqual([idIn(made, 'a'), idIn(made, 'b')]);
    await update([file('a')], { Removed: 'keep' });
    expect(await names()).toEqual(['a 1', 'b 2', 'd 1']);
  });

  it('of a set that is refused names all that is wrong, and a rollback changes the others back', async () => {
    const file = (name: string, code: string) => ({ name, file: `${name}.tsx`, code });
    const good = [file('a', card('one')), file('b', card('one'))];
    const request = aRequest('template', 'Create', await publishedSet(good));
    const { PhysicalResourceId } = await send(request);
    const bad = [file('a', card('two')), file('b', 'export default ('), file('c', 'export default (')];
    const ResourceProperties = await publishedSet(bad);

    const failed = await send(again(request, 'Update', { PhysicalResourceId, ResourceProperties }));
    expect(failed.Reason).toMatch(/^b\.tsx:1:\d+: .+\nc\.tsx:1:\d+: /);
    const rolledBack = await send(again(request, 'Update', { PhysicalResourceId }));
    expect(rolledBack.Status).toBe('SUCCESS');
    expect((await templates()).map(({ name, version }) => `${name} ${version}`).sort()).toEqual(['a 3', 'b 1']);
  });

  it('of a set is made once, whenever the function ends before it answers', async () => {
    const files = ['a', 'b', 'c'].map((name) => ({ name, file: `${name}.tsx`, code: card(name) }));
    const request = aRequest('template', 'Create', await publishedSet(files));
    const envelope = customResourceEnvelope.parse(request);
    const ports = allPorts();
    for (const calls of [1, 2, 3]) {
      let left = calls;
      const store = {
        ...ports['templateSets:write'],
        // the template is created, and its id is not stored
        write: (...one: Parameters<(typeof ports)['templateSets:write']['write']>) => {
          left -= 1;
          return left === 0 ? Promise.reject(new Error('ended')) : ports['templateSets:write'].write(...one);
        },
      };
      await deployResource(
        { ...ports, 'templateSets:write': store },
        runtime,
        envelope,
        request,
        async () => undefined,
      );
    }
    expect((await send(request)).Status).toBe('SUCCESS');
    expect((await templates()).map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
  });
});
