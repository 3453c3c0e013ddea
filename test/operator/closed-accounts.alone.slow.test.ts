import { gzipSync } from 'node:zlib';
import { type Route, type RouteId, routes } from 'image-url-contract/routes.ts';
import { getServiceKeyId, signingKeyText } from 'image-url-contract/signing/signing-secret.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { describe, expect, it } from 'vitest';
import { createKey } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { deleteAccount, eraseUrl } from '../../admin/delete-account.ts';
import { dynamoDbSiteCreator } from '../../lambdas/aws/dynamodb/sites.ts';
import { putObject } from '../../lambdas/aws/s3/client.ts';
import { capabilities, type Permission } from '../../lambdas/config/capabilities.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { type FunctionId, functions, getHandlerIds, type HandlerId } from '../../lambdas/config/functions.ts';
import { tables } from '../../lambdas/config/tables.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { toLog } from '../../local/access-logs.ts';
import { asFunction } from '../../local/granted-calls.ts';
import { again, aRequest, onDeployment, send as sendResource } from '../support/custom-resources.ts';
import { handlerOf } from '../support/handler.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { rowsOf } from '../support/rows.ts';
import { sendTo } from '../support/send-to.ts';

onDeployment();

const writes = /:(Batch)?(Write|Put|Update|Delete)/;
/** Functions that may write rows or objects, by their capabilities. */
const writing = (Object.keys(functions) as FunctionId[]).filter((id) =>
  functions[id].needs
    .flatMap((need): readonly Permission[] => capabilities[need].grants)
    .some(({ on, actions }) => /_(TABLE|BUCKET)$/.test(on) && actions.some((action) => writes.test(action))),
);
const code = "export default ({ title = 'Hello' }) => <div style={{ display: 'flex' }}>{title}</div>;";

const erasure = () => {
  const { ports, store, data, edgeCaches } = administration();
  const edge = ports['edgeDenyList:write'];
  return { ...ports, store, data, edge, edgeCaches, drainMs: 0, pause: async () => undefined };
};

/** An account of a stack with a URL of every kind, some fetched and some never. */
const anAccount = async (LogicalResourceId: string) => {
  const created = aRequest('account', 'Create', { Plan: 'scale' }, { LogicalResourceId });
  const { PhysicalResourceId: accountId } = await sendResource(created);
  const { store, ports } = administration();
  const { apiKey } = await createKey(store, runtime, accountId);
  const call = async (method: string, path: string, body?: unknown) =>
    (await sendTo({ baseUrl: process.env.BASE_URL ?? '', apiKey }, method, path, body)).json;
  const { templateId } = await call('POST', '/v1/templates', { name: 'card', code });
  const minted: string = (await call('POST', '/v1/url', { templateId })).url;
  const { signingKey } = await call('POST', '/v1/signing-keys', { name: 'site' });
  await call('PUT', '/v1/fallback', { templateId });
  const [master = expect.fail('no key')] = (await ports['keyring:read'].keyring(runtime)).keys;
  const ofService = signingKeyText(master, getServiceKeyId(master, accountId));
  const siteId = `${accountId}-0123456789abcdef`;
  const site = { accountId, siteId, templateId, origin: 'https://pages.test', map: {}, refreshSeconds: 60 };
  const now = new Date();
  await dynamoDbSiteCreator(readEnvironment('sites:create')).create({ ...site, createdAt: now, updatedAt: now });
  const onDemand = (key: string, variables: unknown) => onDemandPath(key, { templateId, variables });
  const fetched = [minted, onDemand(signingKey, { title: 'A' }), onDemand(ofService, { title: 'B' })];
  const fresh = [onDemand(signingKey, { title: 'C' }), onDemand(ofService, { title: 'D' })];
  const broken = [onDemand(signingKey, ['E']), onDemand(ofService, ['F'])];
  const urls = [...fetched, ...fresh, ...broken, siteImagePathOf(siteId, '/about')];
  const images = urls.map((url) => new URL(url, process.env.IMAGE_URL).href);
  for (const image of images.slice(0, fetched.length)) expect((await fetch(image)).status).toBe(200);
  // a failure that is listed
  for (const image of images.slice(-3)) await fetch(image);
  return { accountId, apiKey, templateId, created, images, minted };
};
type Account = Awaited<ReturnType<typeof anAccount>>;

const toLogged = (url: string, { date = new Date().toISOString().slice(0, 10) } = {}) => ({
  ...{ date, time: '12:00:00', 'cs-method': 'GET', 'sc-status': '200', 'sc-content-type': 'image/png' },
  ...{ 'cs-uri-stem': new URL(url).pathname, 'cs-uri-query': new URL(url).search.slice(1) || '-' },
  'cs(User-Agent)': 'Mozilla/5.0',
});
let logs = 0;
const readLog = async (urls: readonly string[]) => {
  logs += 1;
  const key = `late-${logs}.gz`;
  await putObject(process.env.LOGS_BUCKET ?? '', key, gzipSync(toLog(urls.map((url) => toLogged(url)))), '');
  const body = JSON.stringify({ Records: [{ s3: { object: { key } } }] });
  await asFunction('readAccessLogs', async () => (await handlerOf('readAccessLogs'))({ Records: [{ body }] }));
};

/** Sends a request of a route with the key of the account. */
const requestRoute = async (id: RouteId, { apiKey, templateId }: Account): Promise<unknown> => {
  const { method, path }: Route = routes[id];
  const filled = path
    .replace('{templateId}', templateId)
    .replace(/{version}/, '1')
    .replace(/{\w+}/g, 'x');
  const body =
    method === 'GET' || method === 'DELETE' ? undefined : { templateId, code, name: 'x', items: [{ templateId }] };
  const caller = { baseUrl: process.env.BASE_URL ?? '', apiKey };
  return (await sendTo(caller, method, filled, body, { 'idempotency-key': `${id}`.repeat(4) })).status;
};
/** Fetches the images of a route. */
const fetchImages = async ({ images }: Account, form: RegExp): Promise<unknown> => {
  const statuses = images.filter((url) => form.test(url)).map(async (url) => (await fetch(url)).status);
  return [...new Set(await Promise.all(statuses))].join();
};

/** How a handler that is no route of the API is used, and what it is to answer; a missing one does not compile. */
const attempts: Readonly<
  Record<
    Exclude<HandlerId, { [R in RouteId]: (typeof routes)[R]['host'] extends 'api' ? R : never }[RouteId]>,
    (of: Account) => Promise<unknown>
  >
> = {
  renderImage: (of) => fetchImages(of, /\/v1\/image/),
  renderOnDemand: (of) => fetchImages(of, /\/v1\/i\//),
  renderSiteImage: (of) => fetchImages(of, /\/v1\/s\//),
  prewarmImage: async ({ minted }) => {
    const body = JSON.stringify({ url: minted });
    return asFunction('prewarmImage', async () => (await handlerOf('prewarmImage'))({ Records: [{ body }] }));
  },
  readAccessLogs: ({ images }) => readLog(images),
  reportUsage: async ({ accountId }) => {
    const owner = { S: `month ${accountId}` };
    const Records = [{ owner, part: { S: new Date().toISOString() } }, { accountId: { S: accountId } }].map((Keys) => ({
      dynamodb: { Keys },
    }));
    return asFunction('reportUsage', async () => (await handlerOf('reportUsage'))({ Records }));
  },
  resetQuotas: async () => asFunction('resetQuotas', async () => void (await (await handlerOf('resetQuotas'))({}))),
  rotateSigningKey: async () => asFunction('rotateSigningKey', async () => (await handlerOf('rotateSigningKey'))({})),
  runCanary: async () => undefined,
  deployResource: async ({ accountId, created }) => {
    const key = aRequest('key', 'Create', { AccountId: accountId, Secret: 'stack-key', Name: 'x' });
    const answers = [
      await sendResource(created),
      await sendResource(again(created, 'Update', { PhysicalResourceId: accountId })),
      await sendResource(key),
    ];
    return [...new Set(answers.map(({ Status }) => Status))].join();
  },
};
const answers: Partial<Record<HandlerId, unknown>> = {
  renderImage: '404',
  renderOnDemand: '404',
  renderSiteImage: '404',
  deployResource: 'FAILED',
};

/** Every row of every table but those of log files, which belong to no account. */
const everything = async (): Promise<readonly string[]> => {
  const isOfLogs = ({ accountId }: { accountId?: unknown }) => /^(log file|the service)/.test(String(accountId));
  const rows = Object.keys(tables).map(async (table) =>
    (await rowsOf(table as keyof typeof tables))
      .filter((row) => table !== 'VIEWS_TABLE' || !isOfLogs(row))
      .map((row) => `${table} ${JSON.stringify(row)}`),
  );
  return (await Promise.all(rows)).flat().sort();
};

describe('a deleted account', () => {
  it('is written nothing of, whatever function is used with what it had', async () => {
    const account = await anAccount('Closed');
    expect((await deleteAccount(erasure(), runtime, account.accountId, true)).isDeleted).toBe(true);
    const before = await everything();
    const left = before.filter((row) => row.includes(account.accountId)).map((row) => row.split('_', 1)[0]);
    // its audit, and counts by month and by template
    for (const table of new Set(left)) expect(['AUDIT', 'BUDGETS', 'USAGE', 'VIEWS']).toContain(table);
    expect(writing.length).toBeGreaterThan(20);

    for (const id of writing)
      for (const handler of getHandlerIds(id)) {
        const attempt = Object.hasOwn(attempts, handler)
          ? attempts[handler as keyof typeof attempts](account)
          : requestRoute(handler as RouteId, account);
        const expected = handler in answers ? answers[handler] : Object.hasOwn(attempts, handler) ? undefined : 401;
        expect([handler, await attempt]).toEqual([handler, expected]);
        expect([handler, await everything()]).toEqual([handler, before]);
      }
  });
});

describe('an erased image', () => {
  it('gets no views from logs that come later; other images do', async () => {
    const { accountId, images } = await anAccount('Open');
    const erased = images.slice(0, 3);
    for (const url of erased) await eraseUrl(erasure(), runtime, url);
    const viewsOf = async () =>
      (await rowsOf('VIEWS_TABLE')).filter((row) => row.accountId === accountId && String(row.part).startsWith('i '));
    const before = await viewsOf();

    await readLog(erased);
    expect(await viewsOf()).toEqual(before);

    await readLog(images.slice(3, 4));
    expect((await viewsOf()).length).toBeGreaterThan(0);
  });
});
