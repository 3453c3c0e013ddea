import { describe, expect, it } from 'vitest';
import { signedQuery } from '../../lambdas/core/signing/image-query.ts';
import { loadEdgeFunction } from '../../local/edge-function.ts';
import { edgeNode } from '../../local/edge-node.ts';
import { edgeSource, getEdgeKeys, getKeyring } from '../support/edge.ts';
import { randomFrom } from '../support/random.ts';

const secrets = { '1': Buffer.alloc(32, 1).toString('base64url') };
const exp = 1_800_000_000_000;
const count = 10_000;

const queryUntil = (end: number): string => {
  const [key] = getKeyring(secrets).keys;
  const options = { width: 100, height: 100, format: 'png', devicePixelRatio: 1 } as const;
  const what = { templateId: 't-1', rv: 'e1-0123456789abcdef', tv: '1', variables: {} };
  return signedQuery({ ...what, uid: 'ana', exp: end, options }, key ?? expect.fail('no key'));
};

describe('requests around the end of a URL', () => {
  it('are answered with the cached image before it and refused from it on', async () => {
    const random = randomFrom(exp);
    const clock = { now: exp - 60_000 };
    const now = () => clock.now;
    // an origin that would give the image to anyone: only the edge stands between
    const headers = { 'cache-control': 'public, max-age=86400', etag: '"x"', 'x-request-id': 'origin' };
    let asked = 0;
    const origin = async () => {
      asked += 1;
      return { status: 200, headers, body: Buffer.from('picture') };
    };
    const edgeFunction = loadEdgeFunction(edgeSource, getEdgeKeys(secrets), now);
    const node = edgeNode({ edgeFunction, origin, cacheBytes: 1 << 20, now });
    const fetchAt = (moment: number, query: string, more: Record<string, string> = {}, method = 'GET') => {
      clock.now = moment;
      return node.answer({ method, path: '/v1/image', query, headers: more, requestId: 'viewer' });
    };
    // another URL of the same image keeps it in the cache all the time
    await fetchAt(clock.now, queryUntil(exp * 2));

    const statuses = { before: new Set<number>(), after: new Set<number>() };
    for (let n = 0; n < count; n += 1) {
      const moment =
        exp + random.pick([0, -1, 1, random.int(-5, 5), random.int(-5_000, 5_000), random.int(-50_000, 80_000_000)]);
      const more = random.pick([{}, {}, { 'if-none-match': '"y"' }, { 'cache-control': 'no-cache' }]);
      const { status } = await fetchAt(moment, queryUntil(exp), more, random.pick(['GET', 'GET', 'HEAD']));
      statuses[moment < exp ? 'before' : 'after'].add(status);
    }

    expect([...statuses.before]).toEqual([200]);
    expect([...statuses.after]).toEqual([403]);
    expect(asked).toBe(1);
  });
});
