import { GetObjectCommand } from '@aws-sdk/client-s3';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { getAssetPath } from 'image-url-contract/asset-path.ts';
import type { ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { getOnDemandIdentity, readOnDemandUrl, splitPath } from 'image-url-contract/signing/on-demand-url.ts';
import { signingKeyText } from 'image-url-contract/signing/signing-secret.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredPiece } from '../../admin/account-data.ts';
import { createKey, setAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import { deleteAccount, type ErasurePorts, eraseUrl } from '../../admin/delete-account.ts';
import { isForBills } from '../../admin/usage-rows.ts';
import { dynamoDbBudgets } from '../../lambdas/aws/dynamodb/budgets.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { dynamoDbFontAdder } from '../../lambdas/aws/dynamodb/fonts.ts';
import { dynamoDbIdempotencyStore } from '../../lambdas/aws/dynamodb/idempotency.ts';
import { dynamoDbFrozenImages, dynamoDbRenderFailureAdder } from '../../lambdas/aws/dynamodb/on-demand.ts';
import { dynamoDbMintQuota } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { dynamoDbSiteCreator } from '../../lambdas/aws/dynamodb/sites.ts';
import { putRecord } from '../../lambdas/aws/dynamodb/stored-records.ts';
import { dynamoDbRemoteImageCache } from '../../lambdas/aws/dynamodb/trees.ts';
import { dynamoDbViewCounter } from '../../lambdas/aws/dynamodb/view-counter.ts';
import { s3AssetFileWriter } from '../../lambdas/aws/s3/assets.ts';
import { listKeys, objects } from '../../lambdas/aws/s3/client.ts';
import { s3ImageWriter } from '../../lambdas/aws/s3/images.ts';
import { s3CachedRemoteImageWriter, s3FontFileWriter } from '../../lambdas/aws/s3/sources.ts';
import { createKeyring } from '../../lambdas/aws/secrets-manager/keyring-store.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { tables } from '../../lambdas/config/tables.ts';
import { getRemoteImageName, getTreeAddress, imageFolder, imageName } from '../../lambdas/domain/address.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { isServed } from '../../lambdas/domain/quota/subscription.ts';
import { assets } from '../../lambdas/domain/records/image-records.ts';
import { type ImageViews, viewPrefixes } from '../../lambdas/domain/records/view-records.ts';
import { getRevocationId, getSignedText } from '../../lambdas/domain/revocation.ts';
import { packTree } from '../../lambdas/domain/stored-tree.ts';
import { storedInMonth, templateCount } from '../../lambdas/limits/budgets.ts';
import { signUrl } from '../../lambdas/publishing/sign-url.ts';
import { revoke } from '../../lambdas/revocations/revoke.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { box } from '../engine/golden/element.ts';
import { everyNth } from '../support/effort.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { closeSegments } from '../support/quota-store.ts';
import { aRecord } from '../support/records.ts';
import { rowsOf } from '../support/rows.ts';

onEmptyCloud();

const now = new Date();
const weights: [number, number] = [400, 400];
const font = { family: 'Own', weights, styles: ['normal' as const], isVariable: false, scripts: [] };
const image = { bytes: new Uint8Array([1, 2, 3]), format: 'webp', missing: [], isFallback: false } as const;

/** Every write of a deletion counts up; the process dies right after the one that is to be its last. */
let writes = 0;
let lastWrite = Number.POSITIVE_INFINITY;
class Killed extends Error {}
const counted = async <T>(write: () => Promise<T>): Promise<T> => {
  if (writes >= lastWrite) throw new Killed();
  const answer = await write();
  writes += 1;
  if (writes >= lastWrite) throw new Killed();
  return answer;
};
const isWrite = (command: string | undefined): boolean => /^(Put|Update|Delete)/.test(command ?? '');

let dropped = 0;
let waited: number[] = [];
const ports = (change: Partial<ErasurePorts> = {}): ErasurePorts => {
  const { ports: own, store, data } = administration();
  const edge = own['edgeDenyList:write'];
  const lifter = own['edgeRevocations:lift'];
  return {
    ...own,
    ...{ store, data, drainMs: 0 },
    edge: { replaceEntries: (list) => counted(() => edge.replaceEntries(list)) },
    'edgeRevocations:lift': { update: (...given) => counted(() => lifter.update(...given)) },
    edgeCaches: {
      dropImages: () =>
        counted(async () => {
          dropped += 1;
        }),
    },
    pause: async (ms) => void waited.push(ms),
    ...change,
  };
};

beforeAll(async () => {
  await createKeyring(process.env.SIGNING_SECRET ?? '');
  const settings = { step: 'initialize', priority: 'high', name: 'killAfterWrite' } as const;
  documents.middlewareStack.add(
    (next, { commandName }) =>
      (given) =>
        isWrite(commandName) ? counted(async () => next(given)) : next(given),
    settings,
  );
  objects.middlewareStack.add(
    (next, { commandName }) =>
      (given) =>
        isWrite(commandName) ? counted(async () => next(given)) : next(given),
    settings,
  );
});
beforeEach(() => {
  lastWrite = Number.POSITIVE_INFINITY;
  writes = 0;
  dropped = 0;
  waited = [];
});

/** All rows and objects there are but those that bills of deleted accounts need, apart from the order they come in. */
const everything = async () => {
  const rows = (Object.keys(tables) as (keyof typeof tables)[]).map(async (table) =>
    (await rowsOf(table))
      .filter((row) => !['USAGE_TABLE', 'BUDGETS_TABLE'].includes(table) || !isForBills(row))
      .map((row) => `${table} ${JSON.stringify(row)}`),
  );
  const buckets = ['SOURCES_BUCKET', 'IMAGES_BUCKET'].map(async (variable) => {
    const Bucket = process.env[variable] ?? '';
    const read = async (Key: string) => {
      const { Body } = await objects.send(new GetObjectCommand({ Bucket, Key }));
      return `${variable} ${Key} ${await Body?.transformToString('base64')}`;
    };
    return Promise.all((await listKeys(Bucket, '')).map(read));
  });
  return (await Promise.all([...rows, ...buckets])).flat().sort();
};

/** A query of a published URL, or with a preview's `rv` of that. */
const aQuery = (uid: string, templateId: string, rv = `e1-${'0'.repeat(16)}-u${uid}`): ImageQuery => ({
  ...{ templateId, uid, exp: now.getTime() + 86_400_000, rv, tv: '1', variables: { title: 'Same' } },
  options: { width: 60, height: 40, format: 'webp', devicePixelRatio: 1 },
});

/** An account with some of everything; two of them have the same code, fonts and images. */
const anAccount = async (accountId: string): Promise<ImageQuery[]> => {
  const { store, ports: own } = administration();
  const { start, end } = getBillingPeriod(now, now);
  const account = {
    accountId,
    plan: 'pro',
    status: 'active',
    anchor: now,
    periodStart: start,
    periodEnd: end,
  } as const;
  await store.createAccount(account);
  await createKey(store, runtime, accountId);
  await createKey(store, runtime, accountId);

  const plan = { formatVersion: 1, script: 'x', variables: [], seesAll: false, options: { engine: 'satori' } } as const;
  const hashes = await own['sources:write'].put(accountId, 'the same code', plan);
  const template = { ...aRecord({ templateId: `card${accountId}`, ownerId: accountId }), ...hashes };
  await store.storeVersion(template);
  await store.putTemplate({ ...template, version: 2 });
  const hash = await s3FontFileWriter(readEnvironment('fontFiles:write')).put(accountId, new Uint8Array([7, 7]));
  const own1 = { ...font, fontId: `font${accountId}`, hash, bytes: 2, unpackedBytes: 2, createdAt: now };
  await dynamoDbFontAdder(readEnvironment('fonts:add')).add(accountId, own1);

  for (const n of [1, 2]) {
    const asset = { assetId: `${n}`.repeat(64), kind: 'png', width: 1, height: 1, bytes: 1, createdAt: now } as const;
    await putRecord(assets, process.env.TREES_TABLE ?? '', { accountId, ...asset }, { accountId, asset });
    await s3AssetFileWriter(readEnvironment('assetFiles:write')).put({ accountId, ...asset }, new Uint8Array([n]));
  }

  const published = [aQuery(accountId, template.templateId), aQuery(accountId, 'starter-article')];
  const preview = aQuery(accountId, template.templateId, `e1-${'0'.repeat(16)}-p${'1'.repeat(16)}`);
  const tree = packTree(box({}, 'Same')) ?? expect.fail('too large');
  const writer = s3ImageWriter(readEnvironment('images:write'));
  for (const query of [...published, preview]) {
    const address = getTreeAddress(query);
    await own['trees:write'].putAll(new Map([[address, tree]]), accountId);
    const folder = imageFolder(query, address);
    const nameFor = (reader?: 'previewer') => `${folder}/${imageName(address, query.options, reader)}`;
    await writer.put(nameFor(), image, false);
    await writer.put(nameFor('previewer'), { ...image, format: 'jpeg' }, false);
  }
  const remoteImages = s3CachedRemoteImageWriter(readEnvironment('cachedRemoteImages:write'));
  const cachedImage = { is: 'had', hash: await remoteImages.put(accountId, new Uint8Array([5])), bytes: 1 } as const;
  const pinner = dynamoDbRemoteImageCache(readEnvironment('trees:cacheRemoteImages'));
  const [first] = published as [ImageQuery];
  await pinner.recordImage(getTreeAddress(first), getRemoteImageName('https://a.test/a.png'), cachedImage, undefined);

  const views = {
    accountId,
    part: `${viewPrefixes.image} 2026-01-31 a`,
    subject: 'x',
    signed: { query: 'a=b', keyId: '' },
    views: 1,
  };
  await documents.send(new PutCommand({ TableName: process.env.VIEWS_TABLE, Item: views }));

  await dynamoDbMintQuota(readEnvironment('mints:spend')).consume(accountId, { start, end }, 2, 100);
  await closeSegments(accountId, { start, end }, 1);
  const budgets = dynamoDbBudgets(readEnvironment('budgets:consume'));
  for (const budget of [templateCount(account, runtime), storedInMonth(account, runtime)])
    expect(await budgets.consume(budget, 1)).toBe(true);
  const keyringStore = dynamoDbIdempotencyStore(readEnvironment('idempotency:write'));
  const request = { accountId, route: 'mintUrl', key: 'k', body: 'b', endsAt: now } as const;
  const begun = await keyringStore.begin(request, now);
  if (begun.kind === 'run') await begun.run.store({ status: 200, body: '{}' });
  for (const title of ['a', 'b'])
    await revoke(own, runtime, {
      ...{ accountId, by: 'account', createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000), isLifted: false },
      revocationId: getRevocationId({ kind: 'url', hash: title.repeat(43) }),
    });
  return published;
};

describe('account delete', () => {
  it('says what there is, and changes nothing', async () => {
    await anAccount('dry');
    const before = await everything();

    const reported = await deleteAccount(ports(), runtime, 'dry', false);

    expect(reported).toEqual({
      accountId: 'dry',
      isDeleted: false,
      data: {
        ...{ keys: 2, keyUses: 2, templates: 1, versions: 1, sources: 4, fonts: 1, trees: 6, images: 6, usage: 2 },
        ...{ assets: 2, answers: 3, revocations: 2, views: 1 },
      },
    });
    expect(await everything()).toEqual(before);
  });

  it('leaves nothing of the account and everything of others, wherever it was killed', async () => {
    await anAccount('ben');
    const before = await everything();
    await anAccount('whole');
    writes = 0;
    await deleteAccount(ports(), runtime, 'whole', true);
    expect(await everything()).toEqual(before);
    const all = Array.from({ length: writes }, (_, index) => index + 1);
    expect(all.length).toBeGreaterThan(30);

    for (const killedAt of new Set([...everyNth(all, 5), all.length])) {
      const id = `ana${killedAt}`;
      const atWrite = `killed after write ${killedAt}`;
      await anAccount(id);
      writes = 0;
      lastWrite = killedAt;
      await expect(deleteAccount(ports(), runtime, id, true), atWrite).rejects.toThrow(Killed);
      lastWrite = Number.POSITIVE_INFINITY;

      const account = await administration().store.account(id);
      if (account) {
        expect(isServed(account, now), atWrite).toBe(false);
        await deleteAccount(ports(), runtime, id, true);
      } else expect(killedAt, 'nothing is left to be done').toBe(all.length);
      expect(await everything(), atWrite).toEqual(before);
    }
  });

  it('leaves the counts of its months and its plan for bills, and nothing else', async () => {
    await anAccount('billed');
    await deleteAccount(ports(), runtime, 'billed', true);

    const rows = (await rowsOf('USAGE_TABLE')).filter(({ owner }) => String(owner).endsWith(' billed'));
    const expires = expect.any(Number);
    expect(rows.sort((a, b) => Object.keys(a).length - Object.keys(b).length)).toEqual([
      {
        ...{ owner: 'month billed', part: expect.stringMatching(/^\d{4}-/), expires },
        ...{ mints: 2, generations: 0, onDemandRenders: 0 },
      },
      {
        ...{ owner: 'closed-account billed', part: 'account', accountId: 'billed', expires },
        ...{ formatVersion: 1, plan: 'pro' },
        ...{ anchor: expect.any(String), deletedAt: expect.any(String) },
      },
    ]);
    const budgets = (await rowsOf('BUDGETS_TABLE')).filter(({ owner }) => owner === 'account billed');
    expect(budgets).toEqual([
      {
        ...{ owner: 'account billed', name: expect.stringMatching(/^stored 2/) },
        ...{ amount: 1, changes: 1 },
        expires: expect.any(Number),
      },
    ]);
  });

  it('marks the account first: it is not served, not set and gets no keys', async () => {
    await anAccount('first');
    writes = 0;
    lastWrite = 1;

    await expect(deleteAccount(ports(), runtime, 'first', true)).rejects.toThrow(Killed);

    lastWrite = Number.POSITIVE_INFINITY;
    const { store } = administration();
    const account = (await store.account('first')) ?? expect.fail('gone');
    expect([account.status, isServed(account, now)]).toEqual(['deleting', false]);
    await expect(setAccount(store, runtime, 'first', { status: 'active' })).rejects.toThrow('is being deleted');
    await expect(createKey(store, runtime, 'first')).rejects.toThrow('is being deleted');
    expect((await deleteAccount(ports(), runtime, 'first', true)).isDeleted).toBe(true);
  });

  it('is not undone by a change that has read the account before', async () => {
    await anAccount('raced');
    const { store } = administration();
    const account = (await store.account('raced')) ?? expect.fail('none');
    writes = 0;
    lastWrite = 1;
    await expect(deleteAccount(ports(), runtime, 'raced', true)).rejects.toThrow(Killed);
    lastWrite = Number.POSITIVE_INFINITY;
    const marked = await store.account('raced');

    const asRead = { ...store, account: async () => account };
    const changing = setAccount(asRead, runtime, 'raced', { status: 'canceled', periodEnd: new Date(0) });
    await expect(changing).rejects.toThrow('is being deleted');

    expect(await store.account('raced')).toEqual(marked);
    expect(marked?.status).toBe('deleting');
    expect((await deleteAccount(ports(), runtime, 'raced', true)).isDeleted).toBe(true);
  });

  it('removes what requests store that had begun before, once they have ended', async () => {
    const published = await anAccount('tardy');
    const [query = expect.fail('none')] = published;
    const tree = packTree(box({}, 'Late')) ?? expect.fail('too large');
    const address = `${getTreeAddress(query)}x`;
    const late: ErasurePorts = ports({
      drainMs: 240_000,
      pause: async (ms) => {
        waited.push(ms);
        await administration().ports['trees:write'].putAll(new Map([[address, tree]]), 'tardy');
      },
    });

    const { data } = await deleteAccount(late, runtime, 'tardy', true);

    expect(waited).toEqual([expect.closeTo(240_000, -4)]);
    expect([data.trees, dropped]).toEqual([7, 1]);
    expect((await everything()).filter((row) => row.includes('tardy'))).toEqual([]);
  });

  it('of an account that is not there is a mistake', async () => {
    await expect(deleteAccount(ports(), runtime, 'nobody', true)).rejects.toThrow('There is no account nobody.');
    await expect(deleteAccount(ports(), runtime, '$starters', true)).rejects.toThrow('1 to 32 letters and digits');
  });
});

describe('revoke --erase', () => {
  const getUrl = async (query: ImageQuery) => {
    const settings = { imageUrl: 'http://images.test', lifetimeDays: 1 };
    const signing = { ...administration().ports, 'settings:urls': settings };
    return signUrl(signing, { ...runtime, now: () => new Date(now.getTime() + 3_600_000) }, query);
  };

  it('removes the tree and the image of both client classes, and of no other URL', async () => {
    const [query = expect.fail('none'), other = expect.fail('none')] = await anAccount('erased');
    const pieces = async ({ uid, ...rest }: ImageQuery): Promise<StoredPiece[]> =>
      Array.fromAsync(administration().data.ofTree(uid, getTreeAddress({ ...rest })));
    const cached = (await pieces(other)).length;

    const reported = await eraseUrl(ports(), runtime, await getUrl(query));

    expect(reported).toMatchObject({ accountId: 'erased', erased: { images: 2, trees: 2 } });
    expect([(await pieces(query)).length, (await pieces(other)).length, dropped]).toEqual([0, cached, 1]);
    expect((await eraseUrl(ports(), runtime, await getUrl(query))).erased).toEqual({});
  });

  it('of an on-demand URL removes its image, what was frozen, and what is said of its failures', async () => {
    const [query = expect.fail('none'), other = expect.fail('none')] = await anAccount('demanding');
    const [master = expect.fail('none')] = (await administration().ports['keyring:read'].keyring(runtime)).keys;
    const signingKey = signingKeyText(master, `${master.id}-demanding-0123456789abcdef`);
    const { templateId } = query;
    const path = onDemandPath(signingKey, { templateId, variables: { title: 'Same' } });
    const asked = readOnDemandUrl(splitPath(path) ?? expect.fail('no path')) ?? expect.fail('no URL');
    const identity = getOnDemandIdentity('demanding', asked, { title: 'Same' });
    const { exp: _, ...frozen } = query;
    const images = dynamoDbFrozenImages(readEnvironment('onDemand:freeze'));
    const image = { accountId: 'demanding', query: frozen, claimedAt: now, frozenAt: now };
    await images.freeze(identity, image, new Date(now.getTime() + 86_400_000));
    const failures = dynamoDbRenderFailureAdder(readEnvironment('renderFailures:add'));
    for (const failed of [path, `${path}x`])
      for (const group of [undefined, failed])
        await failures.add(
          'demanding',
          { path: failed, templateId, kind: 'error', code: 'a', message: 'b', failedAt: now },
          group,
        );
    const url = `http://images.test${path}`;

    // cut off behind its revocation and any of its writes, the same command does the rest
    for (lastWrite = 1; lastWrite < 20; lastWrite += 1) {
      writes = 0;
      if (await eraseUrl(ports(), runtime, url).then(Boolean, () => false)) break;
    }
    lastWrite = Number.POSITIVE_INFINITY;

    const left = (await everything()).filter((row) => /identity|on-demand|(render|page)-failures demanding/.test(row));
    expect(left).toEqual(Array(2).fill(expect.stringContaining(`${path}x`)));
    expect(await images.find(identity)).toBeUndefined();
    const pieces = (one: ImageQuery) => Array.fromAsync(administration().data.ofTree('demanding', getTreeAddress(one)));
    expect([(await pieces(query)).length, (await pieces(other)).length > 0]).toEqual([0, true]);
    expect((await eraseUrl(ports(), runtime, url)).erased).toEqual({});
    const unreadable = `http://images.test${onDemandPath(signingKey, { templateId, payload: 'AAAA' })}`;
    // never rendered
    expect((await eraseUrl(ports(), runtime, unreadable)).erased).toEqual({});
  });

  it('removes the views by image of each form of URL, of every day, and of no other image', async () => {
    const [query = expect.fail('none'), other = expect.fail('none')] = await anAccount('viewed');
    const [master = expect.fail('none')] = (await administration().ports['keyring:read'].keyring(runtime)).keys;
    const signingKey = signingKeyText(master, `${master.id}-viewed-0123456789abcdef`);
    const { templateId } = query;
    const onDemand = (title: string) => onDemandPath(signingKey, { templateId, variables: { title } });
    const site = (page: string) => `/v1/s/viewed-0000000000000000/${page}.jpg`;
    const created = { accountId: 'viewed', siteId: 'viewed-0000000000000000', templateId, map: {}, refreshSeconds: 60 };
    const origin = 'https://pages.test';
    await dynamoDbSiteCreator(readEnvironment('sites:create')).create({
      ...created,
      origin,
      createdAt: now,
      updatedAt: now,
    });
    const minted = await getUrl(query);
    // another size of the same image, which is erased with it
    const small = await getUrl({ ...query, options: { ...query.options, width: 30 } });
    const toRow = (url: string, day: string): ImageViews => {
      const { pathname, search } = new URL(url, 'http://images.test');
      const [subject, signed] = pathname.startsWith('/v1/s/')
        ? ['site viewed-0000000000000000', { query: pathname, keyId: '' }]
        : pathname.startsWith('/v1/i/')
          ? [templateId, { query: splitPath(pathname)?.part ?? '', keyId: splitPath(pathname)?.key ?? '' }]
          : [templateId, { query: getSignedText(search.slice(1)), keyId: master.id }];
      return { kind: 'image', accountId: 'viewed', day, subject, signed, count: 1 };
    };
    const erased = [minted, small, onDemand('Me'), site('me')];
    const kept = [await getUrl(other), onDemand('You'), site('you')];
    const rows = [...erased, ...kept].flatMap((url) => ['2026-01-30', '2026-01-31'].map((day) => toRow(url, day)));
    const template = { kind: 'template', accountId: 'viewed', day: '2026-01-31', subject: templateId } as const;
    const counter = dynamoDbViewCounter(readEnvironment('views:count'));
    const counting = { file: 'file', group: 'all', isClosed: async () => false, now };
    await counter.countImages(rows, counting);
    await counter.countTemplates([{ ...template, counts: { slack: 3 } }], { ...counting, group: 'templates' });
    const views = async () =>
      (await rowsOf('VIEWS_TABLE')).filter(({ accountId, signed }) => accountId === 'viewed' && signed);
    const before = await views();

    const counts: unknown[] = [];
    for (const url of [minted, `http://images.test${onDemand('Me')}`, `http://images.test${site('me')}`])
      counts.push((await eraseUrl(ports(), runtime, url)).erased.views);

    expect([before.length, counts]).toEqual([15, [4, 2, 2]]);
    const left = new Set((await views()).map(({ signed }) => (signed as { query: string }).query));
    expect(left).toEqual(new Set(['a=b', ...kept.map((url) => toRow(url, '').signed.query)]));
    expect((await rowsOf('VIEWS_TABLE')).filter(({ slack }) => slack === 3)).toHaveLength(1);
  });

  it('of an asset removes its file and its row, and no other', async () => {
    await anAccount('pictured');
    const path = (n: number) => getAssetPath({ accountId: 'pictured', assetId: `${n}`.repeat(64), kind: 'png' });
    const left = async (n: number) => (await Array.fromAsync(administration().data.ofAsset(path(n)))).length;

    const reported = await eraseUrl(ports(), runtime, `http://images.test${path(1)}`);

    expect(reported).toMatchObject({ accountId: 'pictured', erased: { assets: 2 } });
    expect([await left(1), await left(2), dropped]).toEqual([0, 2, 1]);
    const ofOther = path(2).replace('pictured', 'nobody');
    expect((await eraseUrl(ports(), runtime, `http://images.test${ofOther}`)).erased).toEqual({});
    await expect(eraseUrl(ports(), runtime, `http://images.test${path(2)}.html`)).rejects.toThrow();
  });

  it('is refused for a preview and for what is no URL of ours', async () => {
    const preview = aQuery('ana', 'card', `e1-${'0'.repeat(16)}-p${'1'.repeat(16)}`);

    await expect(eraseUrl(ports(), runtime, await getUrl(preview))).rejects.toThrow('goes with the template');
    await expect(eraseUrl(ports(), runtime, 'https://a.test/v1/image?a=b')).rejects.toThrow();
    expect(dropped).toBe(0);
  });
});
