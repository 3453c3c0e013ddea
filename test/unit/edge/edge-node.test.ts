import { describe, expect, it } from 'vitest';
import { edgeHeaders } from '../../../lambdas/contract/edge.ts';
import { signedQuery } from '../../../lambdas/core/signing/image-query.ts';
import type { EdgeAnswer } from '../../../local/edge-cache.ts';
import { loadEdgeFunction } from '../../../local/edge-function.ts';
import { edgeNode, type OriginRequest } from '../../../local/edge-node.ts';
import { edgeSource, getEdgeKeys, getKeyring } from '../../support/edge.ts';

const dayMs = 86_400_000;
const secrets = { '1': Buffer.alloc(32, 1).toString('base64url') };
const [key] = getKeyring(secrets).keys;
const started = 1_800_000_000_000;

const aQuery = (change: { uid?: string; exp?: number; width?: number } = {}): string =>
  signedQuery(
    {
      templateId: 't-1',
      uid: change.uid ?? 'ana',
      exp: change.exp ?? started + 30 * dayMs,
      rv: 'e1-0123456789abcdef',
      tv: '1',
      options: { width: change.width ?? 100, height: 100, format: 'png', devicePixelRatio: 1 },
      variables: { title: 'x' },
    },
    key ?? expect.fail('no key'),
  );

/** An edge location before an origin that always has an image, and a clock that is moved by hand. */
const anEdge = ({ hasFunction = true, cacheBytes = 1 << 20, answer = {} as Partial<EdgeAnswer> } = {}) => {
  const clock = { now: started };
  const asked: OriginRequest[] = [];
  const origin = async (request: OriginRequest): Promise<EdgeAnswer> => {
    asked.push(request);
    const etag = '"picture"';
    const headers = {
      'cache-control': 'public, max-age=86400',
      etag,
      'content-type': 'image/png',
      'content-length': '1000',
      'x-cache': 'render',
      'x-image-cache': 'render',
      'server-timing': 'layout;dur=1',
      'x-request-id': request.headers[edgeHeaders.requestId] ?? 'origin',
    };
    const isKnown = request.headers['if-none-match'] === etag;
    return { status: isKnown ? 304 : 200, headers, body: Buffer.alloc(isKnown ? 0 : 1_000), ...answer };
  };
  const now = () => clock.now;
  const edgeFunction = hasFunction ? loadEdgeFunction(edgeSource, getEdgeKeys(secrets), now) : undefined;
  const node = edgeNode({ edgeFunction, origin, cacheBytes, now });
  let requests = 0;
  const get = (query: string, headers: Record<string, string> = {}, method = 'GET') => {
    requests += 1;
    return node.answer({ method, path: '/v1/image', query, headers, requestId: `viewer-${requests}` });
  };
  return { clock, asked, get, cache: node.cache };
};

describe('an edge location', () => {
  it('asks again for another image', async () => {
    const { get, asked } = anEdge();

    await get(aQuery());
    await get(aQuery({ width: 101 }));

    expect(asked).toHaveLength(2);
  });

  it('asks once for each client class, whatever a viewer claims to be', async () => {
    const { get, asked } = anEdge();
    const agents = ['LinkedInBot/1.0', 'WhatsApp/2.23', 'curl/8', '', 'Twitterbot/1.0', 'Mozilla/5.0 Firefox/133.0'];

    for (const agent of agents) await get(aQuery(), { 'user-agent': agent, [edgeHeaders.reader]: agent });
    await get(aQuery());

    expect(asked.map(({ headers }) => headers[edgeHeaders.reader])).toEqual(['previewer', 'other']);
    expect(asked[0]?.query).toBe(asked[1]?.query);
  });

  it('does not forward a forged URL', async () => {
    const { get, asked } = anEdge();

    const { status } = await get(aQuery().replace('width=100', 'width=101'));

    expect(status).toBe(403);
    expect(asked).toHaveLength(0);
  });

  it('revalidates an image after a day, and keeps it when it is unchanged', async () => {
    const { get, clock, asked } = anEdge();
    await get(aQuery());

    clock.now += dayMs - 1;
    const before = await get(aQuery());
    clock.now += 1;
    const after = await get(aQuery());
    const again = await get(aQuery());

    expect(before.headers).toMatchObject({ 'x-cache': 'Hit from local edge', age: '86399' });
    expect(asked).toHaveLength(2);
    expect(asked[1]?.headers['if-none-match']).toBe('"picture"');
    expect(after).toMatchObject({ status: 200, headers: { 'x-cache': 'RefreshHit from local edge' } });
    expect(after.body).toHaveLength(1_000);
    expect(again.headers['x-cache']).toBe('Hit from local edge');
  });

  it.each(['no-store', undefined])('caches no error without a lifetime: %s', async (control) => {
    const { get, asked, cache } = anEdge({
      answer: { status: 500, headers: control ? { 'cache-control': control } : {}, body: Buffer.from('{}') },
    });

    await get(aQuery());
    await get(aQuery());

    expect(asked).toHaveLength(2);
    expect(cache.usedBytes).toBe(0);
  });

  it('caches an error for its lifetime', async () => {
    const { get, asked, clock } = anEdge({
      answer: { status: 500, headers: { 'cache-control': 'public, max-age=60' }, body: Buffer.from('{}') },
    });

    const first = await get(aQuery());
    clock.now += 59_999;
    const second = await get(aQuery(), { 'if-none-match': '*' });
    expect([first.status, second.status, asked.length]).toEqual([500, 500, 1]);
    clock.now += 1;
    await get(aQuery());

    expect(asked).toHaveLength(2);
  });

  it('caches nothing that is marked no-store', async () => {
    const { get, asked } = anEdge({ answer: { headers: { 'cache-control': 'no-store' } } });

    await get(aQuery());
    await get(aQuery());

    expect(asked).toHaveLength(2);
  });
});
