import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DeleteCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administration } from '../../bin/administration.ts';
import { connect } from '../../lambdas/aws/connect.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { dynamoDbMintQuota } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { dynamoDbTreePinner } from '../../lambdas/aws/dynamodb/trees.ts';
import { objects, putObject } from '../../lambdas/aws/s3/client.ts';
import { writeCanaryKey } from '../../lambdas/aws/secrets-manager/canary-key.ts';
import { secretsManagerKeyringStore } from '../../lambdas/aws/secrets-manager/keyring-store.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { readApiKey } from '../../lambdas/core/api-key.ts';
import { billingPeriod } from '../../lambdas/core/quota/billing-period.ts';
import { signedQuery } from '../../lambdas/core/signing/image-query.ts';
import { siteImagePathOf } from '../../lambdas/core/sites/site-path.ts';
import { treeAddress } from '../../lambdas/core/vnode/address.ts';
import { packTree } from '../../lambdas/core/vnode/stored-tree.ts';
import { closeRenderWorkers, warmRenderWorker } from '../../lambdas/isolation/render/render.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { setAccount } from '../../lambdas/usecases/admin/administer-accounts.ts';
import { startBedrock } from '../../local/bedrock.ts';
import { asFunction, onGrantedCall } from '../../local/granted-calls.ts';
import { listen } from '../../local/listen.ts';
import { type Developer, seedDeveloper } from '../../local/seed.ts';
import { type RunningService, startService } from '../../local/service.ts';
import { aPng } from '../support/a-png.ts';
import { useFolder } from '../support/folder.ts';
import { indexAs, packageEntries, startFontServer, tarballPath, toTarball } from '../support/font-server.ts';
import { getUpload, staticFont } from '../support/fonts.ts';
import { handlerOf } from '../support/handler.ts';
import { anImage } from '../support/memory-delivery.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { fillSegment } from '../support/quota-store.ts';
import { scriptedAuthor } from '../support/scripted-author.ts';
import { grantedTo } from './granted.ts';

const code = (text: string) => `export default ({ title = '${text}' }) => <div style={{ fontSize: 40 }}>{title}</div>;`;
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
  const { accountId, keyId } = readApiKey(developer.apiKey) ?? expect.fail('no key');
  const Key = { accountId, keyId };
  return documents.send(
    new UpdateCommand({ TableName: process.env.KEY_USES_TABLE, Key, UpdateExpression: 'REMOVE lastUsedOn' }),
  );
};

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  await clearUse();
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${developer.apiKey}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
};

const clearObjects = async (bucket: string): Promise<void> => {
  const folder = join(dataDir, 's3', bucket);
  for (const name of await readdir(folder)) await rm(join(folder, name));
};

/** Makes a template whose render plan no other has. */
const useTemplates = async (name: string): Promise<string> => {
  const made = await call('POST', '/v1/templates', { name, code: code(`${name}, draft`) });
  const id = made.json.templateId ?? '';
  expect(made.status).toBe(201);
  expect((await call('PATCH', `/v1/templates/${id}`, { code: code(name) })).status).toBe(200);
  expect((await call('POST', '/v1/templates/check', { templateId: id })).status).toBe(200);
  expect((await call('GET', `/v1/templates/${id}`)).status).toBe(200);
  const remote = "export default () => <img src='https://pictures.invalid/a.png' width={9} height={9} />;";
  expect((await call('POST', '/v1/templates/check', { code: remote, picture: true })).status).toBe(200);
  const listed = await call('GET', '/v1/templates?scope=mine');
  const [preview] = listed.json.templates as unknown as { signedPreviewUrl: string }[];
  expect((await fetch(preview?.signedPreviewUrl ?? '')).status).toBe(200);
  return id;
};

/** Leaves of every keyed request what a process leaves that ended before it stored its response. */
const clearAnswers = async (): Promise<void> => {
  const TableName = process.env.IDEMPOTENCY_TABLE;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
  const turns = Items.filter(({ part }) => part === 'turn').map(({ id, part }) =>
    documents.send(
      new UpdateCommand({
        TableName,
        Key: { id, part },
        UpdateExpression: 'SET #until = :over',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':over': 0 },
      }),
    ),
  );
  const answers = Items.filter(({ part }) => String(part).startsWith('answer')).map(({ id, part }) =>
    documents.send(new DeleteCommand({ TableName, Key: { id, part } })),
  );
  await Promise.all([...turns, ...answers]);
};

/** Requests with a key, and again after a process that ended in the middle of them. */
const useKeys = async (templateId: string): Promise<void> => {
  const send = async () => {
    for (const [path, body] of [
      ['/v1/url', { templateId }],
      ['/v1/urls', { items: [{ templateId }] }],
      ['/v1/templates', { name: 'keyed', code: code('keyed') }],
      ['/v1/templates/generate', { items: [{ prompt: 'a card' }] }],
      [`/v1/templates/${templateId}/revise`, { prompt: 'a card' }],
    ] as const)
      expect((await call('POST', path, body, { 'idempotency-key': path })).status).toBeLessThan(300);
  };
  await send();
  await clearAnswers();
  await send();
};

/** A URL, a version and every version, and the same of a template that is gone. */
const useRevocations = async (): Promise<void> => {
  const templateId = await useTemplates('revoked');
  const { json } = await call('POST', '/v1/url', { templateId });
  const bodies = [{ url: json.url }, { templateId }, { templateId, version: 1 }];
  for (const body of bodies) expect((await call('POST', '/v1/revocations', body)).status).toBe(201);
  const listed = (await call('GET', '/v1/revocations')).json as unknown as { revocations: { revocationId: string }[] };
  for (const { revocationId } of listed.revocations)
    expect((await call('DELETE', `/v1/revocations/${revocationId}`)).status).toBe(200);
  await call('DELETE', `/v1/templates/${templateId}`);
  expect((await call('POST', '/v1/revocations', { templateId })).status).toBe(201);
};

/** A font, and everything that renders with it. */
const useFonts = async (): Promise<void> => {
  const { json } = await call('POST', '/v1/fonts', getUpload(staticFont(), 'Mine'));
  expect((await call('POST', '/v1/fonts', getUpload(staticFont(), 'Mine too'))).status).toBe(201);
  const inMine = (text: string) => code(text).replace('fontSize: 40', "fontFamily: 'Mine', fontSize: 40");
  // a render worker caches the fonts it was sent; one that is still starting may be too late for the lint
  const clearFonts = async () => {
    await closeRenderWorkers();
    await warmRenderWorker();
  };
  await clearFonts();
  const made = await call('POST', '/v1/templates', { name: 'fonts', code: inMine('one') });
  const path = `/v1/templates/${made.json.templateId}`;
  const uses = [
    () => call('PATCH', path, { code: inMine('two') }),
    () => call('POST', `${path}/versions/1/restore`),
    () => call('POST', '/v1/templates/check', { code: inMine('three'), picture: true }),
    () => call('POST', '/v1/urls', { items: [{ templateId: made.json.templateId }] }),
    () => call('POST', '/v1/templates/generate', { items: [{ prompt: 'a card in Mine' }] }),
    () => call('POST', `${path}/revise`, { prompt: 'in Mine' }),
    () => call('GET', '/v1/fonts'),
  ];
  for (const use of uses) {
    await clearFonts();
    expect((await use()).status).toBe(200);
  }
  await clearFonts();
  const minted = await call('POST', '/v1/url', { templateId: made.json.templateId });
  expect((await fetch(minted.json.url ?? '')).status).toBe(200);
  expect((await call('DELETE', `/v1/fonts/${json.fontId}`)).status).toBe(200);
};

/** A family for each function that saves or checks, fetched by it and by no other before. */
const useFontPacks = async (): Promise<void> => {
  const inFamily = (family: string) => code(family).replace('fontSize: 40', `fontFamily: '${family}', fontSize: 40`);
  await closeRenderWorkers();
  const made = await call('POST', '/v1/templates', { name: 'packs', code: inFamily('Anton') });
  const path = `/v1/templates/${made.json.templateId}`;
  const minted = await call('POST', '/v1/url', { templateId: made.json.templateId });
  const uses = [
    () => fetch(minted.json.url ?? ''),
    () => call('PATCH', path, { code: inFamily('Lora') }),
    () => call('POST', '/v1/templates/check', { code: inFamily('Lato'), picture: true }),
    () => call('POST', '/v1/templates/generate', { items: [{ prompt: 'a card in the family VT323' }] }),
    () => call('POST', `${path}/revise`, { prompt: 'in the family Pacifico' }),
  ];
  for (const use of uses) {
    await closeRenderWorkers();
    expect((await use()).status).toBe(200);
  }
  // as after an upgrade whose index has another version of the package
  indexAs('anton', toTarball(packageEntries('anton')), '5.9.9');
  fontServer.pages.set(tarballPath('anton'), (_request, response) => response.end(toTarball(packageEntries('anton'))));
  await closeRenderWorkers();
  expect((await call('POST', `${path}/versions/1/restore`)).status).toBe(200);
};

/** Two at once from one state: the later one has to look at the template again. */
const useVersions = async (): Promise<void> => {
  const id = await useTemplates('versions');
  const path = `/v1/templates/${id}`;
  const change = (n: number) => call('PATCH', path, { code: code(`change ${n}`) });
  const changed = await Promise.all([change(1), change(2)]);
  expect((await call('GET', `${path}/versions`)).status).toBe(200);
  expect((await call('GET', `${path}/versions/1`)).status).toBe(200);
  expect((await call('POST', '/v1/url', { templateId: id, version: 1 })).status).toBe(200);
  expect((await call('POST', '/v1/urls', { items: [{ templateId: id, version: 1 }] })).status).toBe(200);
  const restore = (version: number) => call('POST', `${path}/versions/${version}/restore`);
  const restored = await Promise.all([restore(1), restore(2)]);
  expect([...changed, ...restored].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await call('DELETE', path)).status).toBe(200);
};

const useImages = async (templateId: string): Promise<void> => {
  const { json } = await call('POST', '/v1/url', { templateId, variables: { title: 'minted' }, prewarm: true });
  const items = [{ templateId, variables: { title: 'minted in a batch' }, prewarm: true }];
  expect((await call('POST', '/v1/urls', { items })).status).toBe(200);
  const answer = await fetch(json.url ?? '');
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
};

/** Remote images come from public addresses only, so they are rendered with a site that is not there. */
const useCachedRemoteImages = async (): Promise<void> => {
  const { renderImage } = await import('../../lambdas/usecases/images/render-image.ts');
  const { dynamoDbRenderLeases } = await import('../../lambdas/aws/dynamodb/render-leases.ts');
  const { dynamoDbTreeReader, dynamoDbTreeWriter } = await import('../../lambdas/aws/dynamodb/trees.ts');
  const { s3FontFileReader, s3CachedRemoteImageReader, s3CachedRemoteImageWriter } = await import(
    '../../lambdas/aws/s3/sources.ts'
  );
  const { s3FontPackReader } = await import('../../lambdas/aws/s3/font-packs.ts');
  const { s3ImageReader, s3ImageWriter } = await import('../../lambdas/aws/s3/images.ts');
  const { secretsManagerVerifyingKeys } = await import('../../lambdas/aws/secrets-manager/signing-keys.ts');
  const { dynamoDbRevocations } = await import('../../lambdas/aws/dynamodb/revocations.ts');
  const { dynamoDbDenyList } = await import('../../lambdas/aws/dynamodb/deny-list.ts');
  const bytes = await aPng('#f00');
  const ports = connect('renderImage', {
    'signingKeys:verify': secretsManagerVerifyingKeys,
    'denyList:read': dynamoDbDenyList,
    'revocations:read': dynamoDbRevocations,
    'images:read': s3ImageReader,
    'images:write': s3ImageWriter,
    'trees:read': dynamoDbTreeReader,
    'trees:cacheRemoteImages': dynamoDbTreePinner,
    'cachedRemoteImages:read': s3CachedRemoteImageReader,
    'cachedRemoteImages:write': s3CachedRemoteImageWriter,
    'fontFiles:read': s3FontFileReader,
    'fontPacks:read': s3FontPackReader,
    'renderLeases:acquire': dynamoDbRenderLeases,
    'remoteImages:fetch': () => ({ fetch: async () => ({ ok: true, bytes }) }),
  });
  const image = { type: 'img', props: { src: 'https://a.test/a.png', width: 9, height: 9 }, children: [] };
  const tree = packTree({ type: 'div', props: { style: { display: 'flex' } }, children: [image] });
  const [key] = (await ports['signingKeys:verify'].keyring(runtime)).keys;
  const render = (width: number) => {
    const query = anImage({ options: { width, height: 9, format: 'png', devicePixelRatio: 1 } });
    return renderImage(ports, runtime, signedQuery(query, key ?? expect.fail('no key')));
  };
  await dynamoDbTreeWriter(readEnvironment('trees:write')).putAll(
    new Map([[treeAddress(anImage()), tree ?? expect.fail('too large')]]),
    'u',
  );
  await asFunction('renderImage', async () => {
    // concurrently: the second request reads leases and cached remote images again
    const rendered = await Promise.all([10, 10, 11, 12].map(render));
    expect(rendered.map(({ missing }) => missing)).toEqual([[], [], [], []]);
    await clearObjects('sources');
    expect((await render(13)).missing).toEqual(['https://a.test/a.png (lost)']);
  });
};

/** A missing render plan is distinguished from one that may not be read. */
const useLostRenderPlan = async (templateId: string): Promise<void> => {
  for (const [method, path, body] of [
    ['POST', '/v1/url', { templateId }],
    ['POST', '/v1/urls', { items: [{ templateId }] }],
    ['PUT', '/v1/fallback', { templateId }],
  ] as const) {
    const { json } = await call(method, path, body);
    expect(json.code).toBe('TEMPLATE_NOT_COMPILED');
  }
};

/** Others have filled the usage record: a taking meets their tokens, and files a page. */
const useFullRecord = async (templateId: string): Promise<void> => {
  const account = await store().account(developer.accountId);
  const period = billingPeriod(account?.anchor ?? new Date(), new Date());
  const mint = () => call('POST', '/v1/url', { templateId });
  const mintBatch = () => call('POST', '/v1/urls', { items: [{ templateId }] });
  const generate = () => call('POST', '/v1/templates/generate', { items: [{ prompt: 'a card' }] });
  const fresh = await useTemplates('revised with a full segment');
  const revise = () => call('POST', `/v1/templates/${fresh}/revise`, { prompt: 'another card' });
  for (const consume of [mint, mintBatch, generate, revise]) {
    await fillSegment(developer.accountId, period);
    expect((await consume()).status).toBe(200);
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

const useApiKeys = async (templateId: string): Promise<void> => {
  const confined = { name: 'CI', templateIds: [templateId] };
  const { status, json } = await call('POST', '/v1/keys', { ...confined, scopes: ['mint'], monthlyMints: 1 });
  expect(status).toBe(201);
  expect((await call('GET', '/v1/keys')).status).toBe(200);
  expect((await call('DELETE', `/v1/keys/${json.keyId}`)).status).toBe(200);
  const signing = await call('POST', '/v1/signing-keys', confined);
  expect(signing.status).toBe(201);
  expect((await call('GET', '/v1/signing-keys')).status).toBe(200);
  const path = `/v1/signing-keys/${signing.json.signingKeyId}?revoke=true`;
  expect((await call('DELETE', path)).status).toBe(200);
};

/** First and second requests, one of which loses a claim, and one whose unit is refused. */
const useOnDemand = async (): Promise<void> => {
  const templateId = await useTemplates('on demand');
  const signing = (body: object) => call('POST', '/v1/signing-keys', { name: 'site', ...body });
  const { signingKey = '' } = (await signing({ dailyRenders: 5 })).json;
  const getFetch = async (variables: object, options = {}) => {
    const url = service.imageUrl + onDemandPath(signingKey, { templateId, variables, ...options });
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await Promise.all([1, 2, 3].map(() => getFetch({ title: 'on demand' })))).toEqual([200, 200, 200]);
  expect(await getFetch({ title: 'an earlier version' }, { version: 1 })).toBe(200);
  expect(await getFetch({ title: 7 }, { width: 1, devicePixelRatio: 0.1 })).toBe(422);
  expect((await call('GET', '/v1/render-failures')).status).toBe(200);
  expect((await call('PUT', '/v1/fallback', { templateId })).status).toBe(200);
  expect(await getFetch({ title: 8 }, { width: 1, devicePixelRatio: 0.1 })).toBe(200);
  expect((await call('PUT', '/v1/fallback', { templateId: null })).status).toBe(200);
  const account = await store().account(developer.accountId);
  await fillSegment(developer.accountId, billingPeriod(account?.anchor ?? new Date(), new Date()));
  expect(await getFetch({ title: 'with a full record' })).toBe(200);
  await useMintsOnDemand(templateId);
};

/** Mints of on-demand URLs at once with a key that has one unit: the others withdraw their claims. */
const useMintsOnDemand = async (templateId: string): Promise<void> => {
  const { json } = await call('POST', '/v1/keys', { name: 'one', scopes: ['mint'], monthlyMints: 1 });
  const headers = { authorization: `Bearer ${json.apiKey}` };
  const mint = (title: string) => call('POST', '/v1/url', { form: 'path', templateId, variables: { title } }, headers);
  const statuses = (await Promise.all(['a', 'b', 'c', 'd'].map(mint))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 429, 429, 429]);
};

const useSites = async (): Promise<void> => {
  const pages = new Map<string, Page>();
  const site = await startPages(pages);
  const templateId = await useTemplates('site');
  const body = { origin: site.origin, templateId };
  const { siteId = '' } = (await call('POST', '/v1/sites', body)).json;
  const image = siteImagePathOf(siteId, '/page');
  pages.set('/page', `<title>Page</title><meta property="og:image" content="https://img.example${image}">`);
  expect((await fetch(service.imageUrl + image)).status).toBe(200);
  expect((await call('PATCH', `/v1/sites/${siteId}`, { templateId })).status).toBe(200);
  expect((await call('GET', '/v1/sites')).status).toBe(200);
  expect((await call('DELETE', `/v1/sites/${siteId}`)).status).toBe(200);
  await site.stop();
};

const useUsage = async (): Promise<void> => {
  expect((await call('GET', '/v1/usage')).status).toBe(200);
};

const useUpQuotas = async (templateId: string): Promise<void> => {
  await setAccount(store(), runtime, developer.accountId, { mintsUsed: 10_000, generationsUsed: 1_000 });
  for (const [path, body] of [
    ['/v1/url', { templateId }],
    ['/v1/urls', { items: [{ templateId }] }],
    ['/v1/templates/generate', { items: [{ prompt: 'a card' }] }],
  ] as const) {
    const { json } = await call('POST', path, body);
    expect(json.code).toBe('QUOTA_EXCEEDED');
  }
};

/** Looks at counts that have reached their limits: of the month, in which a key with a limit was used, and of a signing key's day. */
const report = async (): Promise<void> => {
  const { json } = await call('GET', '/v1/signing-keys');
  const [signingKey] = json.signingKeys as unknown as { signingKeyId: string }[];
  const account = (await store().account(developer.accountId)) ?? expect.fail('no account');
  const { json: limited } = await call('POST', '/v1/keys', { name: 'CI', scopes: ['mint'], monthlyMints: 1 });
  const day = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
  const mints = dynamoDbMintQuota(readEnvironment('mints:spend'));
  const period = billingPeriod(account.anchor, new Date());
  for (const key of [
    { keyId: limited.keyId ?? '', limit: 1 },
    { keyId: signingKey?.signingKeyId ?? '', limit: 5, day },
  ])
    await mints.consume(developer.accountId, period, 1, 1_000_000, undefined, key);
  const handler = await handlerOf('reportUsage');
  const Records = [
    { dynamodb: { Keys: { accountId: { S: developer.accountId }, periodStart: { S: period.start.toISOString() } } } },
  ];
  await asFunction('reportUsage', () => handler({ Records }));
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
  const handler = await handlerOf('deployResource');
  const ids: string[] = [];
  const cloudFormation = await listen(
    createServer(async (request, response) => {
      const answer = JSON.parse((await Array.fromAsync(request)).join(''));
      expect(answer.Status).toBe('SUCCESS');
      ids.push(answer.PhysicalResourceId);
      response.end();
    }),
  );
  const send = async (ResourceType: string, RequestType: string, ResourceProperties: object, was?: string) => {
    const RequestId = randomUUID();
    const [StackId, LogicalResourceId] = ['stack', 'Resource'];
    const request = { RequestType, RequestId, StackId, LogicalResourceId, ResponseURL: cloudFormation.url };
    const more = { ResourceType, ResourceProperties, ...(was !== undefined && { PhysicalResourceId: was }) };
    await asFunction('deployResource', () => handler({ ...request, ...more }));
    return ids.at(-1) ?? '';
  };
  const AccountId = await send('Custom::ImageUrlAccount', 'Create', { Plan: 'scale' });
  await send('Custom::ImageUrlAccount', 'Update', { Plan: 'own' }, AccountId);

  const Secret = process.env.KEY_SECRETS ?? '';
  await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: Secret, SecretString: '{}' }));
  const key = { AccountId, Secret, Name: 'site', Scopes: ['mint'] };
  const first = await send('Custom::ImageUrlApiKey', 'Create', key);
  const second = await send('Custom::ImageUrlApiKey', 'Create', { ...key, Scopes: ['*'] });
  await send('Custom::ImageUrlApiKey', 'Delete', key, first);
  await send('Custom::ImageUrlApiKey', 'Delete', key, second);

  const Bucket = process.env.TEMPLATE_ASSETS ?? '';
  await putObject(Bucket, 'one.json', JSON.stringify({ file: 'one.tsx', code: code('deployed') }), 'application/json');
  await send('Custom::ImageUrlTemplate', 'Create', { AccountId, Name: 'one', Bucket, Key: 'one.json' });
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
    dataDir,
    port: 0,
    imagePort: 0,
    bedrockModel: 'local.stand-in',
    hasEdgeFunction: true,
    fontSource: fontServer.origin,
    fontPackages: [],
  });
  developer = await seedDeveloper(dataDir, store(), runtime);

  const first = await useTemplates('first');
  await useImages(first);
  await useVersions();
  await useRevocations();
  await useFonts();
  await useFontPacks();
  await useKeys(first);
  expect((await call('POST', '/v1/templates/generate', { items: [{ prompt: 'a card' }] })).status).toBe(200);
  const second = await useTemplates('second');
  await useCachedRemoteImages();
  await useFullRecord(first);
  await useRevision();
  await useLostRenderPlan(second);
  await useApiKeys(first);
  await useOnDemand();
  await useSites();
  await useUsage();
  await useUpQuotas(first);
  await report();
  await reset();
  await rotate();
  await deploy();
  await lookAsCanary();
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
  // and images of pages are rendered by the code that `renderOnDemand` runs
  renderSiteImage: new Set(grantedTo('renderOnDemand')),
};

describe.each(Object.keys(functions) as FunctionId[])('%s', (id) => {
  it('uses every permission it has', () => {
    const own = used.get(id) ?? new Set();
    const shared = (shownBy[id] ?? new Set<string>()).intersection(new Set(grantedTo(id)));
    expect([...own.union(shared)].sort()).toEqual(grantedTo(id));
  });
});

it.each([
  ['that the row does not grant', 'listTemplates', 'plans/any'],
  ['outside the granted part of the resource', 'mintUrl', 'code/any'],
  ['for an object that is absent', 'getTemplate', 'code/absent'],
] as const)('a call %s is refused as IAM refuses it', async (_title, id, Key) => {
  const read = new GetObjectCommand({ Bucket: process.env.SOURCES_BUCKET, Key });

  await expect(asFunction(id, () => objects.send(read))).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining(`${id} is not authorized to perform s3:`),
  });
});
