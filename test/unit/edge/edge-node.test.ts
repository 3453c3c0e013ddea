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
  it('asks once for an image, whoever minted its URL, whenever, and however it is written', async () => {
    const { get, asked } = anEdge();

    await get(aQuery());
    await get(aQuery({ uid: 'ben' }));
    await get(aQuery({ exp: started + 9 * dayMs }));
    const last = await get(`utm_source=x&${aQuery().split('&').toReversed().join('&')}`);

    expect(asked).toHaveLength(1);
    expect(last).toMatchObject({ status: 200, headers: { 'x-cache': 'Hit from local edge' } });
    expect(last.body).toHaveLength(1_000);
  });

  it('asks again for another image', async () => {
    const { get, asked } = anEdge();

    await get(aQuery());
    await get(aQuery({ width: 101 }));

    expect(asked).toHaveLength(2);
  });

  it('tells the service just what authorises, and nothing else of the viewer', async () => {
    const { get, asked } = anEdge();

    await get(aQuery(), { cookie: 'a=b', accept: '*/*', [edgeHeaders.signature]: 'uid=eve' });

    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(Object.values(edgeHeaders).toSorted());
    expect(asked[0]?.headers[edgeHeaders.signature]).toMatch(/^exp=\d+&sig=1\.[0-9a-f]{64}&uid=ana$/);
    expect(asked[0]?.query).not.toMatch(/uid|exp|sig/);
  });

  it('asks once for each class of readers, whatever a viewer says of its own', async () => {
    const { get, asked } = anEdge();
    const agents = ['LinkedInBot/1.0', 'WhatsApp/2.23', 'curl/8', '', 'Twitterbot/1.0', 'Mozilla/5.0 Firefox/133.0'];

    for (const agent of agents) await get(aQuery(), { 'user-agent': agent, [edgeHeaders.reader]: agent });
    await get(aQuery());

    expect(asked.map(({ headers }) => headers[edgeHeaders.reader])).toEqual(['previewer', 'other']);
    expect(asked[0]?.query).toBe(asked[1]?.query);
  });

  it('shows the time of a rendering once', async () => {
    const { get } = anEdge();

    const [fresh, hit] = [await get(aQuery()), await get(aQuery())];

    expect(fresh.headers).toMatchObject({ 'server-timing': 'layout;dur=1', 'x-cache': 'render' });
    expect(fresh.headers['x-request-id']).toBe('viewer-1');
    expect(hit.headers).not.toHaveProperty('server-timing');
    expect(hit.headers).toMatchObject({ 'x-image-cache': 'render', 'x-request-id': 'viewer-2', age: '0' });
  });

  it('refuses an expired URL although it holds the image', async () => {
    const { get, clock, asked } = anEdge();
    const query = aQuery({ exp: started + 1_000 });
    await get(query);

    clock.now = started + 1_000;
    const late = await get(query);

    expect(late.status).toBe(403);
    expect(JSON.parse(late.body.toString()).code).toBe('URL_EXPIRED');
    expect(asked).toHaveLength(1);
  });

  it('never troubles the service with a forged URL', async () => {
    const { get, asked } = anEdge();

    const { status } = await get(aQuery().replace('width=100', 'width=101'));

    expect(status).toBe(403);
    expect(asked).toHaveLength(0);
  });

  it('asks after a day whether the image is still the same, and keeps it if so', async () => {
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

  it.each(['no-store', undefined])('keeps no error that does not say how long: %s', async (control) => {
    const { get, asked, cache } = anEdge({
      answer: { status: 500, headers: control ? { 'cache-control': control } : {}, body: Buffer.from('{}') },
    });

    await get(aQuery());
    await get(aQuery());

    expect(asked).toHaveLength(2);
    expect(cache.usedBytes).toBe(0);
  });

  it('keeps an error as long as it says, and takes it for no image', async () => {
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

  it('keeps nothing the service does not want kept', async () => {
    const { get, asked } = anEdge({ answer: { headers: { 'cache-control': 'no-store' } } });

    await get(aQuery());
    await get(aQuery());

    expect(asked).toHaveLength(2);
  });

  it('answers 304 out of the cache to whoever has the image', async () => {
    const { get, asked } = anEdge();
    await get(aQuery());

    const same = await get(aQuery(), { 'if-none-match': 'W/"picture"' });
    const other = await get(aQuery(), { 'if-none-match': '"other"' });

    expect(same).toMatchObject({ status: 304, headers: { etag: '"picture"' } });
    expect(same.body).toHaveLength(0);
    expect(same.headers).not.toHaveProperty('content-length');
    expect(other.status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it('answers HEAD out of the cache, without the bytes', async () => {
    const { get, asked } = anEdge();
    await get(aQuery());

    const head = await get(aQuery(), {}, 'HEAD');

    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '1000' } });
    expect(head.body).toHaveLength(0);
    expect(asked).toHaveLength(1);
  });

  it('forgets the images nobody asked for longest when its memory is full', async () => {
    const { get, asked, cache } = anEdge({ cacheBytes: 5_000 });
    for (const width of [1, 2, 3, 4]) await get(aQuery({ width }));
    await get(aQuery({ width: 1 }));
    await get(aQuery({ width: 5 }));
    expect(asked).toHaveLength(5);

    const cached = await get(aQuery({ width: 1 }));
    await get(aQuery({ width: 2 }));

    expect(cached.headers['x-cache']).toBe('Hit from local edge');
    expect(asked).toHaveLength(6);
    expect(cache.usedBytes).toBeLessThanOrEqual(5_000);
  });
});

describe('an edge location without an edge function', () => {
  it('passes the query on as it came and tells its images apart by it', async () => {
    const { get, asked } = anEdge({ hasFunction: false });

    await get(aQuery());
    await get(aQuery({ uid: 'ben' }));
    await get(aQuery());

    await get(aQuery(), { 'user-agent': 'LinkedInBot/1.0', [edgeHeaders.reader]: 'previewer' });

    expect(asked.map(({ query }) => query)).toEqual([aQuery(), aQuery({ uid: 'ben' })]);
    for (const { headers } of asked) expect(headers).not.toHaveProperty(edgeHeaders.reader);
  });
});
