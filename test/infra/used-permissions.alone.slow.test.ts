import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parseApiKey } from 'image-url-contract/api-key.ts';
import { getSignedQuery } from 'image-url-contract/signing/image-query.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closeRenderWorkers, warmRenderWorker } from '#engine/isolation/render/render.ts';
import { setAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import * as adapters from '../../lambdas/aws/adapters.ts';
import { connect } from '../../lambdas/aws/connect.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { dynamoDbMintQuota } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { dynamoDbTreeWriter } from '../../lambdas/aws/dynamodb/trees.ts';
import { objects, putObject } from '../../lambdas/aws/s3/client.ts';
import { writeCanaryKey } from '../../lambdas/aws/secrets-manager/canary-key.ts';
import { secretsManagerKeyringStore } from '../../lambdas/aws/secrets-manager/keyring-store.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { renderImage } from '../../lambdas/deliver/render-image.ts';
import { getTreeAddress } from '../../lambdas/domain/address.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { toMonthKey } from '../../lambdas/domain/records/bill-records.ts';
import { packTree } from '../../lambdas/domain/stored-tree.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { startBedrock } from '../../local/bedrock.ts';
import { asFunction, onGrantedCall } from '../../local/granted-calls.ts';
import { type Developer, seedDeveloper } from '../../local/seed.ts';
import { type RunningService, startService } from '../../local/service.ts';
import { aPng } from '../support/a-png.ts';
import { answered } from '../support/answered.ts';
import { aPicture } from '../support/assets.ts';
import { aRequest, send as sendRequest, startCloudFormation } from '../support/custom-resources.ts';
import { useFolder } from '../support/folder.ts';
import { indexAs, packageEntries, startFontServer, tarballPath, toTarball } from '../support/font-server.ts';
import { getUpload, staticFont } from '../support/fonts.ts';
import { handlerOf } from '../support/handler.ts';
import { anImage } from '../support/memory-delivery.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { fillSegment } from '../support/quota-store.ts';
import { deleteRow, endRuns, rowsOf } from '../support/rows.ts';
import { scriptedAuthor } from '../support/scripted-author.ts';
import { sendTo } from '../support/send-to.ts';
import { grantedTo } from './granted.ts';

/** A template whose variables are too long for its record. */
const code = (text: string) =>
  `export default ({ title = '${text}', note = 'x'.repeat(2_000) }) => <div title={note} style={{ fontSize: 40 }}>{title}</div>;`;
const rotationToken = '00000000-0000-4000-8000-000000000001';

const dataDir = useFolder();
let service: RunningService;
let fontServer: Awaited<ReturnType<typeof startFontServer>>;
let developer: Developer;
let closeBedrock: () => Promise<void>;
const used = new Map<FunctionId, Set<string>>();
const store = () => administration().store;

/** Leaves a key as it is on a day on which it was not used yet. */
const clearUse = () => {
  const { accountId, keyId } = parseApiKey(developer.apiKey) ?? expect.fail('no key');
  const Key = { accountId, keyId };
  return documents.send(
    new UpdateCommand({ TableName: process.env.KEY_USES_TABLE, Key, UpdateExpression: 'REMOVE lastUsedOn' }),
  );
};

const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  await clearUse();
  return sendTo({ baseUrl: service.baseUrl, apiKey: developer.apiKey }, method, path, body, headers);
};

/** A request that is to succeed. @returns its answer's body */
const ok = async (...request: Parameters<typeof call>) => {
  const { status, json } = await call(...request);
  expect([request[1], status < 300, json.code]).toEqual([request[1], true, undefined]);
  return json;
};
const refused = async (code: string, ...request: Parameters<typeof call>) =>
  expect((await call(...request)).json.code).toBe(code);
const getImage = async (url: string): Promise<void> => {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
};

const clearObjects = async (bucket: string): Promise<void> => {
  const folder = join(dataDir, 's3', bucket);
  for (const name of await readdir(folder)) await rm(join(folder, name));
};

/** Letters in an `<svg>` become paths, so an image with too many is refused. */
const failingCode = `export default ({ note = '' }) => (
  <div style={{ display: 'flex' }}>A{note && <svg><text>{'ab '.repeat(3000)}</text></svg>}</div>
);`;
const remoteCode = "export default () => <img src='https://pictures.invalid/a.png' width={9} height={9} />;";

/** Makes a template whose render plan no other has. */
const useTemplates = async (name: string): Promise<string> => {
  const { templateId: id } = await ok('POST', '/v1/templates', { name, code: code(`${name}, draft`) });
  await ok('PATCH', `/v1/templates/${id}`, { code: code(name) });
  await ok('POST', '/v1/templates/check', { templateId: id });
  await ok('GET', `/v1/templates/${id}`);
  await ok('POST', '/v1/templates/check', { code: remoteCode, image: true });
  const listed = await ok('GET', '/v1/templates?scope=mine');
  await getImage(listed.templates[0].signedPreviewUrl);
  return id;
};

/** Mints an image that is rendered before it is charged. */
const useCostlyMints = async (): Promise<void> => {
  const costly = `export const options = { width: 2000, height: 2000, format: 'jpeg' };
    export default ({ n = 0 }) => <div style={{ display: 'flex', background: '#fff' }}>
      {Array.from({ length: n }, (_, i) => <div key={i} style={{ position: 'absolute', width: 2000, height: 2000, background: '#eee', filter: 'blur(40px)' }} />)}
    </div>;`;
  const { templateId } = await ok('POST', '/v1/templates', { name: 'costly', code: costly });
  const item = { templateId, variables: { n: 2 } };
  await ok('POST', '/v1/url', item);
  await ok('POST', '/v1/urls', { items: [item] });
};

/** Leaves of every keyed request what a process leaves that ended before it stored its response. */
const clearAnswers = async (): Promise<void> => {
  await endRuns();
  for (const { id, part } of await rowsOf('IDEMPOTENCY_TABLE'))
    if (String(part).startsWith('answer')) await deleteRow('IDEMPOTENCY_TABLE', { id, part });
};

/** Requests with a key, and again after a process that ended in the middle of them. */
const useKeys = async (templateId: string): Promise<void> => {
  const send = async () => {
    for (const [path, body] of [
      ['/v1/url', { templateId }],
      ['/v1/urls', { items: [{ templateId }] }],
      ['/v1/templates', { name: 'keyed', code: code('keyed') }],
      ['/v1/templates/generate', { items: [{ prompt: 'a card with a long note' }] }],
      [`/v1/templates/${templateId}/revise`, { prompt: 'a card with a long note' }],
    ] as const)
      await ok('POST', path, body, { 'idempotency-key': path });
  };
  await send();
  await clearAnswers();
  await send();
};

/** A URL, a version and every version, and the same of a template that is gone. */
const useRevocations = async (): Promise<void> => {
  const templateId = await useTemplates('revoked');
  const { url } = await ok('POST', '/v1/url', { templateId });
  for (const body of [{ url }, { templateId }, { templateId, version: 1 }]) await ok('POST', '/v1/revocations', body);
  const { revocations } = await ok('GET', '/v1/revocations');
  for (const { revocationId } of revocations) await ok('DELETE', `/v1/revocations/${revocationId}`);
  await call('DELETE', `/v1/templates/${templateId}`);
  await ok('POST', '/v1/revocations', { templateId });
};

/** For each function that saves or checks a family that no render worker has from another one, and everything that renders with them. */
const useFamilies = async (families: readonly [string, string, string, string, string]): Promise<string> => {
  const [created, updated, checked, generated, revised] = families;
  const codeIn = (family: string) => code(family).replace('fontSize: 40', `fontFamily: '${family}', fontSize: 40`);
  const { templateId } = await ok('POST', '/v1/templates', { name: 'fonts', code: codeIn(created) });
  const path = `/v1/templates/${templateId}`;
  const { url } = await ok('POST', '/v1/url', { templateId });
  await ok('PATCH', path, { code: codeIn(updated) });
  await ok('POST', '/v1/templates/check', { code: codeIn(checked), image: true });
  await ok('POST', '/v1/templates/generate', { items: [{ prompt: `a card in the family ${generated}` }] });
  await ok('POST', `${path}/revise`, { prompt: `in the family ${revised}` });
  await ok('POST', '/v1/urls', { items: [{ templateId }] });
  await closeRenderWorkers();
  await getImage(url);
  return path;
};
/** Forgets what render workers have; one that is still starting may be too late for the lint. */
const freshWorkers = async (): Promise<void> => {
  await closeRenderWorkers();
  await warmRenderWorker();
};
const restoreFirst = async (path: string): Promise<void> => {
  await freshWorkers();
  await ok('POST', `${path}/versions/1/restore`);
};

/** An asset that a check and a delivered image show. */
const useAssets = async (): Promise<void> => {
  const { url: src, assetId } = await ok('POST', '/v1/assets', await aPicture());
  const shown = `export default () => <img src="${src}" width={20} height={20} />;`;
  await ok('POST', '/v1/templates/check', { code: shown, image: true });
  // one that is not there
  await ok('POST', '/v1/templates/check', { code: shown.replace(assetId, '0'.repeat(64)), image: true });
  const { templateId } = await ok('POST', '/v1/templates', { name: 'assets', code: shown });
  const { url } = await ok('POST', '/v1/url', { templateId });
  await getImage(url);
  await ok('GET', '/v1/assets');
  await ok('DELETE', `/v1/assets/${assetId}`);
};

const useFonts = async (): Promise<void> => {
  const families = ['Mine 1', 'Mine 2', 'Mine 3', 'Mine 4', 'Mine 5'] as const;
  const weights = [100, 300, 400, 700, 900];
  const upload = (family: string, n: number) => ok('POST', '/v1/fonts', getUpload(staticFont(weights[n]), family));
  for (const [n, family] of families.entries()) await upload(family, n);
  const { fontId } = await upload('Mine too', 0);
  // an upload is opened by them
  await freshWorkers();
  await restoreFirst(await useFamilies(families));
  await ok('GET', '/v1/fonts');
  await ok('DELETE', `/v1/fonts/${fontId}`);
};

const useFontPacks = async (): Promise<void> => {
  const path = await useFamilies(['Anton', 'Lora', 'Lato', 'VT323', 'Pacifico']);
  // as after an upgrade whose index has another version of the package
  indexAs('anton', toTarball(packageEntries('anton')), '5.9.9');
  fontServer.pages.set(tarballPath('anton'), (_request, response) => response.end(toTarball(packageEntries('anton'))));
  await restoreFirst(path);
};

/** Two at once from one state: the later one has to look at the template again. */
const useVersions = async (): Promise<void> => {
  const id = await useTemplates('versions');
  const path = `/v1/templates/${id}`;
  await Promise.all([1, 2].map((n) => ok('PATCH', path, { code: code(`change ${n}`) })));
  await ok('GET', `${path}/versions`);
  await ok('GET', `${path}/versions/1`);
  await ok('POST', '/v1/url', { templateId: id, version: 1 });
  await ok('POST', '/v1/urls', { items: [{ templateId: id, version: 1 }] });
  await Promise.all([1, 2].map((version) => ok('POST', `${path}/versions/${version}/restore`)));
  await ok('DELETE', path);
};

const useImages = async (templateId: string): Promise<void> => {
  const { url } = await ok('POST', '/v1/url', { templateId, variables: { title: 'minted' }, prewarm: true });
  const items = [{ templateId, variables: { title: 'minted in a batch' }, prewarm: true }];
  await ok('POST', '/v1/urls', { items });
  await getImage(url);
  const remote = await ok('POST', '/v1/templates', { name: 'remote', code: remoteCode });
  await getImage((await ok('POST', '/v1/url', { templateId: remote.templateId })).url);
  const failing = await ok('POST', '/v1/templates', { name: 'failing', code: failingCode });
  const failed = await ok('POST', '/v1/url', { templateId: failing.templateId, variables: { note: 'x' } });
  expect((await fetch(failed.url)).status).toBe(500);
};

/** Remote images come from public addresses only, so they are rendered with a site that is not there. */
const useCachedRemoteImages = async (): Promise<void> => {
  const bytes = await aPng('#f00');
  const fetchImage = () => ({ fetch: async () => ({ ok: true as const, bytes }) });
  const ports = connect('renderImage', { ...adapters, 'remoteImages:fetch': fetchImage });
  const image = { type: 'img', props: { src: 'https://a.test/a.png', width: 9, height: 9 }, children: [] };
  const tree = packTree({ type: 'div', props: { style: { display: 'flex' } }, children: [image] });
  const [key] = (await ports['keyring:read'].keyring(runtime)).keys;
  const render = (width: number) => {
    const query = anImage({ options: { width, height: 9, format: 'png', devicePixelRatio: 1 } });
    return answered(renderImage(ports, runtime, getSignedQuery(query, key ?? expect.fail('no key'))));
  };
  const trees = dynamoDbTreeWriter(readEnvironment('trees:write'));
  await trees.putAll(new Map([[getTreeAddress(anImage()), tree ?? expect.fail('too large')]]), 'u');
  await asFunction('renderImage', async () => {
    // concurrently: the second request reads leases and cached remote images again
    const rendered = await Promise.all([10, 10, 11, 12].map(render));
    expect(rendered.map(({ missing }) => missing)).toEqual([[], [], [], []]);
    await clearObjects('sources');
    expect((await render(13)).missing).toEqual(['remote image 1 of the template (lost)']);
  });
};

/** A missing render plan is distinguished from one that may not be read. */
const useLostRenderPlan = async (templateId: string): Promise<void> => {
  await refused('TEMPLATE_NOT_COMPILED', 'POST', '/v1/url', { templateId });
  await refused('TEMPLATE_NOT_COMPILED', 'POST', '/v1/urls', { items: [{ templateId }] });
  await refused('TEMPLATE_NOT_COMPILED', 'PUT', '/v1/fallback', { templateId });
  // its code is lost too
  await call('GET', `/v1/templates/${templateId}`);
  // no process has read the plan of this one
  await ok('POST', '/v1/templates', { name: 'lost', code: code('lost') });
  await clearObjects('sources');
  await ok('GET', '/v1/templates?scope=mine');
};

/** Fills the usage record with tokens of other requests, so that the next one opens a segment. */
const useFullRecord = async (templateId: string): Promise<void> => {
  const account = await store().account(developer.accountId);
  const period = getBillingPeriod(account?.anchor ?? new Date(), new Date());
  const fresh = await useTemplates('revised with a full segment');
  for (const [path, body] of [
    ['/v1/url', { templateId }],
    ['/v1/urls', { items: [{ templateId }] }],
    ['/v1/templates/generate', { items: [{ prompt: 'a card' }] }],
    [`/v1/templates/${fresh}/revise`, { prompt: 'another card' }],
  ] as const) {
    await fillSegment(developer.accountId, period);
    const headers = { 'idempotency-key': `full ${path}` };
    await ok('POST', path, body, headers);
    // a process that ended before it stored its response: the next one finds its token in a closed segment
    await clearAnswers();
    await fillSegment(developer.accountId, period);
    await ok('POST', path, body, headers);
  }
};

/** A revision of a template that another request changes while the model writes. */
const useRevision = async (): Promise<void> => {
  const path = `/v1/templates/${await useTemplates('revised')}`;
  const [revised, changed] = await Promise.all([
    call('POST', `${path}/revise`, { prompt: 'slow' }),
    call('PATCH', path, { code: code('changed meanwhile') }),
  ]);
  expect([revised.status, revised.json.ok, changed.status]).toEqual([200, true, 200]);
};

/** A generation and a revision that are canceled while the model is silent. */
const useCancels = async (): Promise<void> => {
  const templateId = await useTemplates('canceled');
  for (const [path, body] of [
    ['/v1/templates/generate', { items: [{ prompt: 'waits for a cancel' }] }],
    [`/v1/templates/${templateId}/revise`, { prompt: 'waits for a cancel' }],
  ] as const) {
    const key = randomUUID();
    const at = `/v1/generations/${key}`;
    const canceled = ok('POST', path, body, { 'idempotency-key': key });
    let isOver = false;
    void canceled.finally(() => {
      isOver = true;
    });
    while (!isOver && (await call('GET', at)).json.items?.[0].step !== 'writing') await pause(50);
    await ok('DELETE', at);
    expect(JSON.stringify(await canceled)).toContain('GENERATION_CANCELED');
  }
};

const useApiKeys = async (templateId: string): Promise<void> => {
  const confined = { name: 'CI', templateIds: [templateId] };
  const { keyId } = await ok('POST', '/v1/keys', { ...confined, scopes: ['mint'], monthlyMints: 1 });
  await ok('GET', '/v1/keys');
  await ok('DELETE', `/v1/keys/${keyId}`);
  const { signingKeyId } = await ok('POST', '/v1/signing-keys', confined);
  await ok('GET', '/v1/signing-keys');
  await ok('DELETE', `/v1/signing-keys/${signingKeyId}?revoke=true`);
};

/** First and second requests, one of which loses a claim, and one whose unit is refused. */
const useOnDemand = async (): Promise<void> => {
  const templateId = await useTemplates('on demand');
  const { signingKey } = await ok('POST', '/v1/signing-keys', { name: 'site', dailyRenders: 5 });
  const getFetch = async (variables: object, options = {}) => {
    const url = service.imageUrl + onDemandPath(signingKey, { templateId, variables, ...options });
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await Promise.all([1, 2, 3].map(() => getFetch({ title: 'on demand' })))).toEqual([200, 200, 200]);
  expect(await getFetch({ title: 'an earlier version' }, { version: 1 })).toBe(200);
  for (let time = 1; time <= 2; time += 1)
    expect(await getFetch({ title: 7 }, { width: 1, devicePixelRatio: 0.1 })).toBe(422);
  await ok('GET', '/v1/render-failures');
  await ok('PUT', '/v1/fallback', { templateId });
  expect(await getFetch({ title: 8 }, { width: 1, devicePixelRatio: 0.1 })).toBe(200);
  await ok('PUT', '/v1/fallback', { templateId: null });
  const account = await store().account(developer.accountId);
  await fillSegment(developer.accountId, getBillingPeriod(account?.anchor ?? new Date(), new Date()));
  expect(await getFetch({ title: 'with a full record' })).toBe(200);
  await useMintsOnDemand(templateId);
  await useLastUnit(templateId);
};

/** First requests at once with a key that has one unit: the others withdraw their claims. */
const useLastUnit = async (templateId: string): Promise<void> => {
  const { signingKey } = await ok('POST', '/v1/signing-keys', { name: 'one', dailyRenders: 1 });
  const getFetch = async (title: string) => {
    const answer = await fetch(service.imageUrl + onDemandPath(signingKey, { templateId, variables: { title } }));
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses = await Promise.all(['e', 'f', 'g', 'h'].map(getFetch));
  expect(statuses.toSorted()).toEqual([200, 429, 429, 429]);
};

/** Mints of on-demand URLs at once with a key that has one unit: the others withdraw their claims. */
const useMintsOnDemand = async (templateId: string): Promise<void> => {
  const { apiKey } = await ok('POST', '/v1/keys', { name: 'one', scopes: ['mint'], monthlyMints: 1 });
  const headers = { authorization: `Bearer ${apiKey}` };
  const mint = (title: string) => call('POST', '/v1/url', { form: 'path', templateId, variables: { title } }, headers);
  const statuses = (await Promise.all(['a', 'b', 'c', 'd'].map(mint))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 429, 429, 429]);
};

const useSites = async (): Promise<void> => {
  const pages = new Map<string, Page>();
  const site = await startPages(pages);
  const templateId = await useTemplates('site');
  const { siteId } = await ok('POST', '/v1/sites', { origin: site.origin, templateId });
  await refused('SITE_EXISTS', 'POST', '/v1/sites', { origin: site.origin, templateId });
  const image = siteImagePathOf(siteId, '/page');
  pages.set('/page', `<title>Page</title><meta property="og:image" content="https://img.example${image}">`);
  await getImage(service.imageUrl + image);
  const absent = await fetch(service.imageUrl + siteImagePathOf(siteId, '/absent'));
  expect([absent.ok, await absent.text()]).toEqual([false, expect.any(String)]);
  // its lease ends without a page that was read
  await setAccount(store(), runtime, developer.accountId, { status: 'past_due' });
  const unread = await fetch(service.imageUrl + siteImagePathOf(siteId, '/unread'));
  expect([unread.status, await unread.text()]).toEqual([402, expect.any(String)]);
  await setAccount(store(), runtime, developer.accountId, { status: 'active' });
  await ok('PATCH', `/v1/sites/${siteId}`, { templateId });
  await ok('POST', `/v1/sites/${siteId}/refresh`, { path: '/page' });
  await ok('GET', '/v1/sites');
  await ok('POST', '/v1/revocations', { url: service.imageUrl + image });
  await ok('DELETE', `/v1/sites/${siteId}`);
  await site.stop();
};

const useUpQuotas = async (templateId: string): Promise<void> => {
  await setAccount(store(), runtime, developer.accountId, { mintsUsed: 10_000, generationsUsed: 1_000 });
  await refused('QUOTA_EXCEEDED', 'POST', '/v1/url', { templateId });
  await refused('QUOTA_EXCEEDED', 'POST', '/v1/urls', { items: [{ templateId }] });
  await refused('QUOTA_EXCEEDED', 'POST', '/v1/templates/generate', { items: [{ prompt: 'a card' }] });
};

/** Looks at counts that have reached their limits: of the month, in which a key with a limit was used, and of a signing key's day. */
const report = async (): Promise<void> => {
  const { signingKeys } = await ok('GET', '/v1/signing-keys');
  const account = (await store().account(developer.accountId)) ?? expect.fail('no account');
  const { keyId } = await ok('POST', '/v1/keys', { name: 'CI', scopes: ['mint'], monthlyMints: 1 });
  const day = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
  const mints = dynamoDbMintQuota(readEnvironment('mints:spend'));
  const period = getBillingPeriod(account.anchor, new Date());
  for (const key of [
    { keyId, limit: 1 },
    { keyId: signingKeys[0].signingKeyId, limit: 5, day },
  ])
    await mints.consume(developer.accountId, period, 1, 1_000_000, undefined, [key]);
  const handler = await handlerOf('reportUsage');
  const { owner, part } = toMonthKey(developer.accountId, period.start.toISOString());
  const Records = [{ dynamodb: { Keys: { owner: { S: owner }, part: { S: part } } } }];
  await asFunction('reportUsage', () => handler({ Records }));
};

/** Views of the images above are counted; an expired file is announced as well. */
const readLogs = async (): Promise<void> => {
  const body = JSON.stringify({ Records: [{ s3: { object: { key: 'gone.gz' } } }] });
  const handler = await handlerOf('readAccessLogs');
  await asFunction('readAccessLogs', () => handler({ Records: [{ body }] }));
  const areCounted = async () => expect((await ok('GET', '/v1/views')).total).toBeGreaterThan(0);
  await vi.waitFor(areCounted, { timeout: 60_000 });
};

const reset = async (): Promise<void> => {
  const longAgo = new Date('2020-01-01T00:00:00Z');
  await store().setUsage(developer.accountId, { start: longAgo, end: longAgo }, { mints: 1 });
  const handler = await handlerOf('resetQuotas');
  const later = new Date(Date.now() + 40 * 86_400_000);
  const { rolled } = await asFunction('resetQuotas', () => handler({ now: later.toISOString() }));
  expect(rolled).toBeGreaterThan(0);
};

const lookAsCanary = async (): Promise<void> => {
  await writeCanaryKey(process.env.CANARY_KEY ?? '', developer.apiKey);
  const handler = await handlerOf('runCanary');
  // its account has no unit left by now
  expect(await asFunction('runCanary', () => handler({ pauseSeconds: 0 }))).toMatchObject({ isEnrolled: true });
};

/** A stack's account, keys of which one replaces another, and a template. */
const deploy = async (): Promise<void> => {
  const cloudFormation = await startCloudFormation();
  const send = async (...request: Parameters<typeof aRequest>): Promise<string> => {
    const { Status, Reason, PhysicalResourceId } = await sendRequest(aRequest(...request));
    expect([Status, Reason]).toEqual(['SUCCESS', undefined]);
    return PhysicalResourceId;
  };
  const AccountId = await send('account', 'Create', { Plan: 'scale' });
  await send('account', 'Update', { Plan: 'own' }, { PhysicalResourceId: AccountId });

  const Secret = process.env.KEY_SECRETS ?? '';
  await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: Secret, SecretString: '{}' }));
  const key = { AccountId, Secret, Name: 'site', Scopes: ['mint'] };
  const keys = [await send('key', 'Create', key), await send('key', 'Create', { ...key, Scopes: ['*'] })];
  for (const PhysicalResourceId of keys) await send('key', 'Delete', key, { PhysicalResourceId });

  const Bucket = process.env.TEMPLATE_ASSETS ?? '';
  const files = [{ name: 'one', file: 'one.tsx', code: code('deployed') }];
  await putObject(Bucket, 'one.json', JSON.stringify(files), 'application/json');
  const set = { AccountId, Bucket, Key: 'one.json' };
  await send('template', 'Delete', set, { PhysicalResourceId: await send('template', 'Create', set) });
  await cloudFormation.close();
};

const rotate = async (): Promise<void> => {
  const handler = await handlerOf('rotateSigningKey');
  for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret']) {
    await asFunction('rotateSigningKey', () => handler({ Step, ClientRequestToken: rotationToken }));
  }
  // as a first deployment does, whose secret has no key yet
  const keyringStore = secretsManagerKeyringStore(readEnvironment('keyring:rotate'));
  await asFunction('rotateSigningKey', () => keyringStore.claim(rotationToken));
};

beforeAll(async () => {
  fontServer = await startFontServer(['anton', 'lora', 'lato', 'vt323', 'pacifico']);
  const bedrock = await startBedrock({ answer: scriptedAuthor });
  closeBedrock = () => bedrock.close();
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = bedrock.url;
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  onGrantedCall(({ functionId, grant }) => {
    used.set(functionId, (used.get(functionId) ?? new Set()).add(grant));
  });
  service = await startService({
    ...{ dataDir, port: 0, imagePort: 0, bedrockModel: 'local.stand-in', hasEdgeFunction: true },
    ...{ fontSource: fontServer.origin, fontPackages: [] },
  });
  developer = await seedDeveloper(dataDir, store(), runtime);

  const first = await useTemplates('first');
  await useImages(first);
  await useVersions();
  await useRevocations();
  await useFonts();
  await useAssets();
  await useFontPacks();
  await useKeys(first);
  await useCostlyMints();
  const second = await useTemplates('second');
  await useCachedRemoteImages();
  await useFullRecord(first);
  await useRevision();
  await useCancels();
  await useLostRenderPlan(second);
  await useApiKeys(first);
  await useOnDemand();
  await useSites();
  await ok('GET', '/v1/usage');
  await ok('GET', '/v1/audit');
  await ok('GET', '/v1/views');
  await ok('GET', '/v1/views?by=image');
  await useUpQuotas(first);
  await report();
  await reset();
  await rotate();
  await deploy();
  await lookAsCanary();
  await readLogs();
});

afterAll(async () => {
  await service.close();
  await closeBedrock();
  await fontServer.stop();
});

/** What delivering an image uses: on-demand URLs are delivered by the code that `renderImage` runs. */
const delivering: ReadonlySet<string> = new Set(grantedTo('renderImage'));
const shownBy: Partial<Record<FunctionId, ReadonlySet<string>>> = {
  renderOnDemand: delivering,
  // a template that was written before the process ended is found, and its unit with it: closed segments are read of mints
  generateTemplates: new Set(['dynamodb:Query IDEMPOTENCY_TABLE:segment']),
  reviseTemplate: new Set(['dynamodb:Query IDEMPOTENCY_TABLE:segment']),
  // and images of pages are rendered by the code that `renderOnDemand` runs
  renderSiteImage: new Set(grantedTo('renderOnDemand')),
};

it.each(Object.keys(functions) as FunctionId[])('%s uses every permission it has', (id) => {
  const own = used.get(id) ?? new Set();
  const shared = (shownBy[id] ?? new Set<string>()).intersection(new Set(grantedTo(id)));
  expect([...own.union(shared)].sort()).toEqual(grantedTo(id));
});

it.each([
  ['that the row does not grant', 'listTemplates', 'SOURCES_BUCKET', 'plans/any'],
  ['outside the granted part of the resource', 'mintUrl', 'SOURCES_BUCKET', 'code/any'],
  ['for an object that is absent', 'deployResource', 'TEMPLATE_ASSETS', 'absent'],
] as const)('a call %s is refused as IAM refuses it', async (_title, id, bucket, Key) => {
  const read = new GetObjectCommand({ Bucket: process.env[bucket], Key });

  await expect(asFunction(id, () => objects.send(read))).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining(`${id} is not authorized to perform s3:`),
  });
});

it('a write of another kind of item is refused as IAM refuses it', async () => {
  const write = (kind: string) => {
    const Item = { address: `${kind} x`, part: 'x', expires: 1 };
    return asFunction('renderImage', () =>
      documents.send(new PutCommand({ TableName: process.env.TREES_TABLE, Item })),
    );
  };

  await expect(write('lease')).resolves.toBeDefined();
  for (const kind of ['tree', 'frozen-image', 'sites', 'leases'])
    await expect(write(kind)).rejects.toMatchObject({ name: 'AccessDeniedException' });
});
