import { edgeHeaders } from 'image-url-contract/edge.ts';
import { getSignedQuery } from 'image-url-contract/signing/image-query.ts';
import { describe, expect, it } from 'vitest';
import { type EdgeAnswer, EdgeCache } from '../../local/edge-cache.ts';
import { loadEdgeFunction } from '../../local/edge-function.ts';
import { edgeNode, type OriginRequest } from '../../local/edge-node.ts';
import { edgeSource, getEdgeKeys, getKeyring } from '../support/edge.ts';

const dayMs = 86_400_000;
const secrets = { '1': Buffer.alloc(32, 1).toString('base64url') };
const [key] = getKeyring(secrets).keys;
const started = 1_800_000_000_000;

const aQuery = (): string =>
  getSignedQuery(
    {
      templateId: 't-1',
      uid: 'ana',
      exp: started + 30 * dayMs,
      rv: 'e1-0123456789abcdef',
      tv: '1',
      options: { width: 100, height: 100, format: 'png', devicePixelRatio: 1 },
      variables: { title: 'x' },
    },
    key ?? expect.fail('no key'),
  );

/** An edge location before an origin that always has an image, and a clock that is moved by hand. */
const anEdge = (answer: Partial<EdgeAnswer> = {}) => {
  /** What the origin answers from now on, in place of its own. */
  const given = { answer };
  const clock = { now: started };
  const asked: OriginRequest[] = [];
  const origin = async (request: OriginRequest): Promise<EdgeAnswer> => {
    asked.push(request);
    const etag = '"image"';
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
    return { status: isKnown ? 304 : 200, headers, body: Buffer.alloc(isKnown ? 0 : 1_000), ...given.answer };
  };
  const now = () => clock.now;
  const edgeFunction = loadEdgeFunction(edgeSource, getEdgeKeys(secrets), now);
  const cache = new EdgeCache(1 << 20);
  const node = edgeNode({ edgeFunction, origin, cache, now });
  let requests = 0;
  const ask = (method: string, headers: Record<string, string>) => {
    requests += 1;
    return node.answer({ method, path: '/v1/image', query: aQuery(), headers, requestId: `viewer-${requests}` });
  };
  const get = (headers: Record<string, string> = {}) => ask('GET', headers);
  const head = () => ask('HEAD', {});
  return { clock, asked, get, head, cache, given };
};

describe('an edge location', () => {
  it('asks once for each client class, whatever a viewer claims to be', async () => {
    const { get, asked } = anEdge();
    const agents = ['LinkedInBot/1.0', 'WhatsApp/2.23', 'curl/8', '', 'Twitterbot/1.0', 'Mozilla/5.0 Firefox/133.0'];
    for (const agent of agents) await get({ 'user-agent': agent, [edgeHeaders.clientClass]: agent });
    await get();
    expect(asked.map(({ headers }) => headers[edgeHeaders.clientClass])).toEqual(['previewer', 'other']);
    expect(asked[0]?.query).toBe(asked[1]?.query);
  });

  it('revalidates an image after a day, and keeps it when it is unchanged', async () => {
    const { get, clock, asked } = anEdge();
    await get();

    clock.now += dayMs - 1;
    const before = await get();
    clock.now += 1;
    const after = await get();
    const again = await get();

    expect(before.headers).toMatchObject({ 'x-cache': 'Hit from local edge', age: '86399' });
    expect(asked).toHaveLength(2);
    expect(asked[1]?.headers['if-none-match']).toBe('"image"');
    expect(after).toMatchObject({ status: 200, headers: { 'x-cache': 'RefreshHit from local edge' } });
    expect(after.body).toHaveLength(1_000);
    expect(again.headers['x-cache']).toBe('Hit from local edge');
  });

  it.each<[string, Partial<EdgeAnswer>]>([
    ['an error that is marked no-store', { status: 500, headers: { 'cache-control': 'no-store' } }],
    ['an error without a lifetime', { status: 500, headers: {} }],
    ['an image that is marked no-store', { headers: { 'cache-control': 'no-store' } }],
  ])('does not cache %s', async (_what, answer) => {
    const { get, asked, cache } = anEdge(answer);
    await get();
    await get();
    expect(asked).toHaveLength(2);
    expect(cache.usedBytes).toBe(0);
  });

  it('holds so many bytes, headers and keys included, and drops what was asked for longest ago', () => {
    const cache = new EdgeCache(1 << 20);
    const headers = { 'cache-control': 'public, max-age=86400', 'x-note': 'x'.repeat(400) };
    for (let n = 0; n < 10_000; n += 1) {
      cache.put(`${n}`, { status: 200, headers, body: Buffer.alloc(100) }, 0);
      cache.find('0');
    }
    expect(cache.usedBytes).toBeLessThanOrEqual(1 << 20);
    expect([cache.find('0'), cache.find('1'), cache.find('9999')].map(Boolean)).toEqual([true, false, true]);
    // more than 1,000 bytes each
    const kept = Array.from({ length: 10_000 }, (_, n) => cache.find(`${n}`)).filter(Boolean);
    expect(kept.length).toBeLessThan(1_048);
  });

  it('keeps no more memory than the bytes of a body, whatever it was a part of', () => {
    const cache = new EdgeCache(1 << 20);
    const body = Buffer.alloc(60_000).subarray(7, 17);
    cache.put('small', { status: 200, headers: { 'cache-control': 'max-age=60' }, body }, 0);
    expect(cache.find('small')?.answer.body).toEqual(body);
    expect(cache.find('small')?.answer.body.buffer.byteLength).toBe(10);
  });

  it('caches an error for its lifetime', async () => {
    const { get, asked, clock } = anEdge({ status: 500, headers: { 'cache-control': 'public, max-age=60' } });

    const first = await get();
    clock.now += 59_999;
    const second = await get({ 'if-none-match': '*' });
    expect([first.status, second.status, asked.length]).toEqual([500, 500, 1]);
    clock.now += 1;
    await get();

    expect(asked).toHaveLength(2);
  });

  it('caches the answer to a HEAD, which answers no GET', async () => {
    const { get, head, asked } = anEdge();

    const first = await head();
    const second = await head();
    const image = await get();
    const third = await head();

    expect([first, second, third].map(({ status, body }) => [status, body.length])).toEqual(
      Array.from({ length: 3 }, () => [200, 0]),
    );
    expect(image.body).toHaveLength(1_000);
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
    expect([first, second, third].map(({ headers }) => headers['content-length'])).toEqual(['1000', '1000', '1000']);
  });

  it('sends an expired image while the origin fails, until a day after its last check', async () => {
    const { get, clock, given } = anEdge({ headers: { 'cache-control': 'public, max-age=300', etag: '"page"' } });
    await get();
    given.answer = { status: 500, headers: { 'cache-control': 'public, max-age=60' } };

    clock.now += 301_000;
    const failing = await get();
    clock.now = started + dayMs - 1;
    const late = await get();
    clock.now += 1;
    const ended = await get();

    expect([failing.status, late.status, ended.status]).toEqual([200, 200, 500]);
    expect(failing.headers).toMatchObject({ 'x-cache': 'Error from local edge', age: '301' });
  });

  it.each([404, 403, 410, 429])('sends the answer %d of the origin in place of an expired image', async (status) => {
    const { get, clock, given } = anEdge({ headers: { 'cache-control': 'public, max-age=300' } });
    await get();
    given.answer = { status, headers: { 'cache-control': 'no-store' } };
    clock.now += 301_000;

    expect((await get()).status).toBe(status);
  });
});
