import '../support/patient-sockets.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createAsset, deleteAsset, listAssets } from '../../lambdas/assets/assets.ts';
import { dynamoDbAssetLister, dynamoDbAssetWriter } from '../../lambdas/aws/dynamodb/assets.ts';
import { observeCalls } from '../../lambdas/aws/observed-client.ts';
import { findAssetFile, s3AssetFileDeleter, s3AssetFileWriter } from '../../lambdas/aws/s3/assets.ts';
import { listKeys } from '../../lambdas/aws/s3/client.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { aPicture } from '../support/assets.ts';
import '../support/close-workers.ts';
import { limits } from 'image-url-contract/limits.ts';
import { haveAll } from '../support/budgets.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { rowsOf } from '../support/rows.ts';

/**
 * @promise Quota and cost: Uploaded pictures that are half there: a file without a row, a row without its file, more than an account may have
 * @how row and file change under a lease of the row, which is written first and deleted last; what is there is listed before and after
 * @also test/templates/assets.service.test.ts
 * @figure a process that ends before any write: no file without a row, and the next upload or deletion ends well
 */
useFaultyCloud();

let stop = () => {};
afterEach(() => stop());

/** The use cases as their functions have them, at a moment, with budgets that have no end. */
const at = (accountId: string, now = new Date('2026-06-01T00:00:00Z')) => {
  const ports = {
    'assets:list': dynamoDbAssetLister(readEnvironment('assets:list')),
    'assets:write': dynamoDbAssetWriter(readEnvironment('assets:write')),
    'assetFiles:write': s3AssetFileWriter(readEnvironment('assetFiles:write')),
    'assetFiles:delete': s3AssetFileDeleter(readEnvironment('assetFiles:delete')),
    'budgets:consume': { consume: async () => true, release: async () => {} },
    'settings:urls': { imageUrl: 'https://img.test', lifetimeDays: 1 },
  };
  const caller = { accountId, plan: 'pro', anchor: now };
  const runtime = quietRuntime(() => now);
  return {
    create: async (body: unknown) => createAsset(ports, runtime, { caller, body } as never),
    remove: (assetId: string) => deleteAsset(ports, runtime, { caller, path: { assetId } } as never),
    list: async () => (await listAssets(ports, runtime, { caller } as never)).assets,
  };
};

/** What there is of an account: ids in rows with a picture, rows at all, and ids of files. */
const stateOf = async (accountId: string) => {
  const rows = (await rowsOf('TREES_TABLE')).filter(({ address }) => address === `assets ${accountId}`);
  const files = await listKeys(process.env.IMAGES_BUCKET ?? '', `v1/a/${accountId}/`);
  const named = rows.filter(({ asset }) => asset !== undefined).map(({ part }) => String(part));
  return {
    named: named.sort(),
    rows: rows.map(({ part }) => String(part)).sort(),
    files: files.map((key) => /([0-9a-f]{64})\.png$/.exec(key)?.[1]).sort(),
    leases: rows.filter(({ lease }) => lease !== undefined).length,
  };
};

/** Ends the process, as far as AWS can see, before the nth call that writes. @returns how many there were */
const endBefore = (nth: number) => {
  let writes = 0;
  stop = observeCalls(async ({ commandName }, send) => {
    if (/^(Put|Update|Delete)/.test(commandName)) writes += 1;
    if (writes >= nth) throw new Error('The process has ended.');
    return send();
  });
  return () => writes;
};

const later = new Date('2026-06-01T00:05:00Z');

describe('an asset', () => {
  it('is uploaded and deleted at once, many times: it is whole or gone', async () => {
    const body = await aPicture();
    const own = at('racing');
    const { assetId } = await own.create(body);
    const attempt = async (n: number) => (n % 2 === 0 ? own.create(body) : own.remove(assetId));

    const settled = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => attempt(n)));

    const codes = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(codes.filter((code) => !['ASSET_NOT_FOUND', 'SERVICE_UNAVAILABLE'].includes(code))).toEqual([]);
    const { named, rows, files, leases } = await stateOf('racing');
    expect([rows, files, leases]).toEqual([named, named, 0]);
  });

  it('whose upload ends at any write has no file without a row, and is whole after the next one', async () => {
    const body = await aPicture();
    for (let nth = 1, isEnded = true; isEnded; nth += 1) {
      const accountId = `ended${nth}`;
      const getWrites = endBefore(nth);
      await at(accountId)
        .create(body)
        .catch(() => undefined);
      isEnded = getWrites() >= nth;
      stop();

      // a row that has only a lease is not listed
      const { named, files } = await stateOf(accountId);
      expect([nth, files.filter((id) => !named.includes(id ?? ''))]).toEqual([nth, []]);
      const { assetId } = await at(accountId, later).create(body);
      expect(await stateOf(accountId)).toEqual({ named: [assetId], rows: [assetId], files: [assetId], leases: 0 });
    }
  });

  it('whose deletion ends at any write is listed until the next one, and gone after it', async () => {
    for (let nth = 1, isEnded = true; isEnded; nth += 1) {
      const accountId = `deleted${nth}`;
      const { assetId } = await at(accountId).create(await aPicture());
      const getWrites = endBefore(nth);
      const outcome = await at(accountId)
        .remove(assetId)
        .then(
          () => 'deleted',
          () => 'ended',
        );
      isEnded = getWrites() >= nth;
      stop();

      expect([nth, outcome, (await at(accountId).list()).length]).toEqual([
        nth,
        ...(isEnded ? ['ended', 1] : ['deleted', 0]),
      ]);
      if (isEnded) await at(accountId, later).remove(assetId);
      expect(await stateOf(accountId)).toEqual({ named: [], rows: [], files: [], leases: 0 });
    }
  });

  it('is refused beyond what the account may have, and leaves nothing, also of those that are uploaded at once', async () => {
    await haveAll('full', 'assets', 1);
    const bodies = await Promise.all(['#111111', '#222222', '#333333'].map((colour) => aPicture(colour)));

    // younger than those that are there
    const now = new Date(Date.now() + 60_000);
    const settled = await Promise.allSettled(bodies.map((body) => at('full', now).create(body)));

    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(new Set(refused)).toEqual(new Set(['TOO_MANY_ASSETS']));
    const { rows, files } = await stateOf('full');
    // one that began earlier and was stored later than another may be there too
    expect([rows.length, files.length]).toEqual([limits.assets - 1 + files.length, 3 - refused.length]);
  });

  it('is read by its own account alone, and only while its bytes have the hash of its name', async () => {
    const { url, assetId } = await at('reader').create(await aPicture());
    const bucket = process.env.IMAGES_BUCKET ?? '';
    const { pathname } = new URL(url);
    expect((await findAssetFile(bucket, 'reader', pathname))?.length).toBeGreaterThan(0);
    expect(await findAssetFile(bucket, 'other', pathname)).toBeUndefined();
    const name = { accountId: 'reader', assetId, kind: 'png' } as const;
    await s3AssetFileWriter(readEnvironment('assetFiles:write')).put(name, new Uint8Array([1]));
    expect(await findAssetFile(bucket, 'reader', pathname)).toBeUndefined();
  });
});
