import { getAssetPath, hashAsset, readAssetPath } from 'image-url-contract/asset-path.ts';
import { assetTypes } from 'image-url-contract/asset-types.ts';
import { describe, expect, it } from 'vitest';
import { getEdgeEntries, getRevocationId } from '../../lambdas/domain/revocation.ts';
import { edgeSource } from '../../lib/delivery/edge-source.ts';
import { loadEdgeFunction } from '../../local/edge-function.ts';
import { viewerRequestEvent } from '../../local/edge-node.ts';
import { getEdgeKeys, hasNjs, runUnderNjs } from '../support/edge.ts';
import { effort, seed } from '../support/effort.ts';
import { mutatePath } from '../support/path-mutations.ts';
import { randomFrom } from '../support/random.ts';

/**
 * @promise URLs, keys and accounts: The edge function and the service take the same paths for addresses of assets, in a
 *   strict context and under njs
 * @figure 2,000 changed paths; no difference
 */

const source = edgeSource('verify-asset');
const now = Date.UTC(2026, 10, 29);
const assetId = 'ab'.repeat(32);
const good = Object.keys(assetTypes).map((kind) =>
  getAssetPath({ accountId: 'ana', assetId, kind: kind as keyof typeof assetTypes }),
);
const [first = ''] = good;

const getEvent = (path: string) => viewerRequestEvent({ method: 'GET', path, query: '', headers: {}, requestId: 'r1' });
const getCode = (answer: object): string =>
  'statusCode' in answer ? JSON.parse((answer as unknown as { body: { data: string } }).body.data).code : '';
/** Returns what the edge says of a path, with these entries in its store: a code, or '' if it lets the path pass. */
const judgeWith = (entries: Readonly<Record<string, string>>) => {
  const edge = loadEdgeFunction(source, getEdgeKeys(entries), () => now);
  return async (path: string): Promise<string> => getCode(await edge(getEvent(path)));
};
const serviceVerdict = (path: string): string => (readAssetPath(path) ? '' : 'NOT_FOUND');

describe('the edge function of assets', () => {
  it('is smaller than CloudFront takes', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(10_240);
  });

  it('agrees with the service on addresses and on changed ones', async () => {
    const random = randomFrom(seed);
    const changed = Array.from({ length: effort(2_000, 20_000) }, () => mutatePath(random, random.pick(good)));
    const paths = [...good, `${first}\n`, ...changed];

    const verdicts = await Promise.all(paths.map(judgeWith({})));

    expect(paths.filter((path, n) => verdicts[n] !== serviceVerdict(path))).toEqual([]);
    expect(verdicts.filter((verdict) => verdict === '').length).toBeGreaterThanOrEqual(good.length);
    expect(verdicts.filter((verdict) => verdict !== '').length).toBeGreaterThan(effort(1_000, 10_000));
    if (hasNjs) expect(runUnderNjs(paths.map(getEvent), {}, now, source).map(getCode)).toEqual(verdicts);
  });

  it('refuses what is denied or revoked, and nothing else', async () => {
    const id = getRevocationId({ kind: 'url', hash: hashAsset(first) });
    const revoked = Object.fromEntries(getEdgeEntries([{ accountId: 'ana', revocationId: id }]));

    expect(await judgeWith({ 'account:ana': 'URL_DENIED' })(first)).toBe('URL_DENIED');
    expect(await judgeWith({ 'account:bob': 'URL_DENIED' })(first)).toBe('');
    expect(await Promise.all([first, good[1] ?? ''].map(judgeWith(revoked)))).toEqual(['URL_REVOKED', '']);
  });
});
