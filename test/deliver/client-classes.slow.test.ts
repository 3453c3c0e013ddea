import { limits } from 'image-url-contract/limits.ts';
import { routes } from 'image-url-contract/routes.ts';
import type { ImageQuery } from 'image-url-contract/signing/image-query.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageFormat } from '#engine/image-formats.ts';
import { closeRenderWorkers, warmRenderWorker } from '#engine/isolation/render/render.ts';
import { measureNoiseRatio } from '#engine/rendering/encode/previewer-encoder.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { renderImage } from '../../lambdas/deliver/render-image.ts';
import { imageEndpoint } from '../../lambdas/http/image-endpoint.ts';
import { type EdgeAnswer, EdgeCache } from '../../local/edge-cache.ts';
import { loadEdgeFunction } from '../../local/edge-function.ts';
import { edgeNode } from '../../local/edge-node.ts';
import { functionUrl } from '../../local/image-host.ts';
import { type Handler, installLambdaGlobal } from '../../local/lambda-runtime.ts';
import { box, h } from '../engine/golden/element.ts';
import { edgeSource, getEdgeKeys } from '../support/edge.ts';
import { figure } from '../support/effort.ts';
import { fc } from '../support/fast-check.ts';
import { anImage, memoryDelivery } from '../support/memory-delivery.ts';
import { userAgents } from '../support/user-agents.ts';

/**
 * @promise Client classes: Sixty clients get the right type, first bytes and pixels of six kinds of images,
 *   previewers at most 300,000 bytes
 * @figure 360 answers; 33 dB for the photo, 43 and more for the others, every pixel equal in the transparent one
 */

/**
 * @promise Client classes: 10,000 clients with arbitrary `User-Agent`s cause one render of a URL, and one more when
 *   caches lose it
 * @figure 1, then 2
 */

/**
 * @promise Client classes: An image that cannot be rendered is tried once for both classes
 * @figure 60 requests: 1 try
 */

const linkedIn = 'LinkedInBot/1.0';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const cachedBytes = 256 << 20;

const div = (style: Record<string, string | number>, ...children: VElement['children'][number][]): VElement =>
  box({ display: 'flex', width: '100%', height: '100%', fontSize: 40, ...style }, ...children);
const img = (src: string, width = 600, height = 400): VElement => h('img', { src, width, height });

/** Something like a photo: no two pixels alike, neighbours near each other. */
const aPhoto = async (): Promise<Buffer> => {
  const [width, height] = [2_000, 1_400];
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const grain = (Math.imul(at + 1, 0x9e3779b1) >>> 24) / 6;
    data[at] = 100 + 70 * Math.sin(x / 90 + (at % 3)) + 50 * Math.cos(y / 70) + grain;
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 98 })
    .toBuffer();
};
const anAnimation = async (): Promise<string> => {
  const data = Buffer.alloc(60 * 40 * 3 * 2, 200).fill(40, 60 * 40 * 3);
  const gif = sharp(data, { raw: { width: 60, height: 80, channels: 3, pageHeight: 40 } }).gif({ delay: [90, 90] });
  return `data:image/gif;base64,${(await gif.toBuffer()).toString('base64')}`;
};
const photoUrl = 'https://a.test/photo.jpg';

/** The six kinds of images, and their sizes. */
const trees = async (): Promise<Record<string, { tree: VElement; width?: number; height?: number }>> => ({
  opaque: { tree: div({ background: 'linear-gradient(90deg, #fde68a, #1e3a8a)' }, 'Opaque') },
  transparent: { tree: div({ background: 'rgba(30, 58, 138, 0.4)', color: '#b91c1c' }, 'Transparent') },
  photo: { tree: div({ background: '#000' }, img(photoUrl, 1_200, 800)), width: 1_200, height: 800 },
  wide: { tree: div({ background: 'linear-gradient(45deg, #0f766e, #fff)' }, 'Wide'), width: 4_096, height: 1_024 },
  animated: { tree: div({ background: '#fff' }, img(await anAnimation())) },
  emoji: { tree: div({ background: '#fff' }, 'Party \u{1f389} \u{1f600} \u{1f1ea}\u{1f1fa}') },
});
const kinds = ['opaque', 'transparent', 'photo', 'wide', 'animated', 'emoji'];

const magicOf: Record<ImageFormat, string> = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff', webp: '52494646' };

const photo = aPhoto();

/** The edge as it is deployed, the image endpoint behind it, and everything else in memory. */
const aService = async ({ hasEdge = true } = {}) => {
  const delivery = memoryDelivery(async () => ({ ok: true, bytes: await photo }));
  const { runtime, ports } = delivery;
  const render = imageEndpoint(routes.renderImage, runtime, { isBehindEdge: hasEdge }, ({ rawQuery, clientClass }) =>
    renderImage(ports, runtime, rawQuery, clientClass),
  ) as Handler;
  const [signing] = (await ports['keyring:read'].keyring()).keys;
  if (!signing) throw new Error('The keyring is empty.');
  const edgeKeys = getEdgeKeys({ [signing.id]: signing.secret });
  const now = () => delivery.now;
  const openEdge = (cacheBytes = cachedBytes) =>
    edgeNode({
      edgeFunction: hasEdge ? loadEdgeFunction(edgeSource, edgeKeys, now) : undefined,
      origin: functionUrl(Promise.resolve({ renderImage: render }), () => 'r'),
      cache: new EdgeCache(cacheBytes),
      now,
    });
  let edge = openEdge();
  const get = (query: ImageQuery, agent?: string, headers: Record<string, string> = {}, method = 'GET') =>
    edge.answer({
      ...{ method, path: '/v1/image', query: delivery.sign(query), requestId: crypto.randomUUID() },
      headers: { ...headers, ...(agent !== undefined && { 'user-agent': agent }) },
    });
  const moveEdge = (cacheBytes?: number) => {
    edge = openEdge(cacheBytes);
  };
  return { ...delivery, delivery, get, moveEdge };
};
type Service = Awaited<ReturnType<typeof aService>>;

const aQuery = (title: string, format: ImageFormat, rest: Partial<ImageQuery['options']> = {}): ImageQuery =>
  anImage({ variables: { title }, options: { width: 600, height: 400, format, devicePixelRatio: 1, ...rest } });

const getPixels = (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer();
const getFormat = ({ headers }: EdgeAnswer) => headers['content-type']?.replace('image/', '') as ImageFormat;

beforeAll(async () => {
  installLambdaGlobal();
  await warmRenderWorker();
});
afterAll(closeRenderWorkers);

describe('sixty readers', () => {
  let service: Service;
  const queries = new Map<string, (format: ImageFormat) => ImageQuery>();
  beforeAll(async () => {
    expect((await photo).length).toBeGreaterThan(1_900_000);
    service = await aService();
    for (const [title, { tree, ...size }] of Object.entries(await trees())) {
      queries.set(title, (format) => aQuery(title, format, size));
      service.store(aQuery(title, 'webp', size), tree);
    }
  });
  const getQuery = (kind: string, format: ImageFormat) => queries.get(kind)?.(format) ?? expect.fail(kind);

  it.each(kinds)('get one image by their class: %s', async (kind) => {
    const rendered = await getPixels((await service.get(getQuery(kind, 'png'), firefox)).body);
    const before = service.counted.Renders ?? 0;
    const isOpaque = rendered.every((value, at) => at % 4 !== 3 || value === 255);
    const bytes = { previewer: new Set<string>(), other: new Set<string>() };

    for (const [agent, reader] of userAgents) {
      const answer = await service.get(getQuery(kind, 'webp'), agent);
      const format = reader === 'other' ? 'webp' : isOpaque ? 'jpeg' : 'png';
      expect([answer.status, getFormat(answer)], agent.slice(0, 100)).toEqual([200, format]);
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(answer.headers).toMatchObject({ vary: 'User-Agent', 'x-image-client-class': reader });
      if (reader === 'previewer') expect(answer.body.length).toBeLessThanOrEqual(limits.previewerBytes);
      bytes[reader].add(`${answer.headers.etag} ${answer.body.length}`);
      // the same bytes each time: looked into once
      if (bytes[reader].size > 1) continue;
      expect(answer.body.toString('hex', 0, 8)).toMatch(new RegExp(`^${magicOf[format]}`));
    }
    const shown = await getPixels((await service.get(getQuery(kind, 'webp'), linkedIn)).body);

    if (kind === 'animated') expect([...rendered.subarray(0, 3)]).toEqual([200, 200, 200]);
    expect([bytes.previewer.size, bytes.other.size, (service.counted.Renders ?? 0) - before]).toEqual([1, 1, 1]);
    const ratio = measureNoiseRatio(rendered, shown);
    expect(ratio).toBeGreaterThan(isOpaque ? 30 : Number.MAX_VALUE);
    figure(`${kind}, for previewers beside what was rendered, in decibels`, isOpaque ? Math.round(ratio) : 'equal');
  });

  it('get what was minted as png or jpeg where it is small enough, and else a JPEG that is', async () => {
    const small = await Promise.all([linkedIn, firefox].map((agent) => service.get(getQuery('opaque', 'jpeg'), agent)));
    expect(small[0]?.body.equals(small[1]?.body ?? Buffer.of())).toBe(true);
    for (const { headers } of small) expect(Object.keys(headers)).not.toContain('vary');

    const getPhoto = (agent?: string) => service.get(getQuery('photo', 'png'), agent);
    const [own, minted] = [await getPhoto(linkedIn), await getPhoto()];
    expect([getFormat(own), getFormat(minted)]).toEqual(['jpeg', 'png']);
    expect(minted.body.length).toBeGreaterThan(limits.previewerBytes);
    expect(own.body.length).toBeLessThanOrEqual(limits.previewerBytes);
    for (const { headers } of [own, minted]) expect(headers.vary).toBe('User-Agent');
    expect(measureNoiseRatio(await getPixels(minted.body), await getPixels(own.body))).toBeGreaterThan(30);
  });

  it('get 304, HEAD and an entity tag by their class, at the edge and behind it', async () => {
    const query = getQuery('emoji', 'webp');
    for (const cacheBytes of [cachedBytes, 1]) {
      service.moveEdge(cacheBytes);
      const [own, minted] = [await service.get(query, linkedIn), await service.get(query, firefox)];
      const [ownTag = '', mintedTag = ''] = [own.headers.etag, minted.headers.etag];
      expect(ownTag).not.toBe(mintedTag);

      const known = async (agent: string, tag: string) =>
        (await service.get(query, agent, { 'if-none-match': tag })).status;
      expect([await known(linkedIn, ownTag), await known(firefox, mintedTag)]).toEqual([304, 304]);
      expect([await known(linkedIn, mintedTag), await known(firefox, ownTag)]).toEqual([200, 200]);
      const same = await service.get(query, linkedIn, { 'if-none-match': ownTag });
      expect(same.headers).toMatchObject({ vary: 'User-Agent', etag: ownTag });

      const head = await service.get(query, linkedIn, {}, 'HEAD');
      expect(head.body).toHaveLength(0);
      for (const name of ['content-type', 'content-length', 'etag']) expect(head.headers[name]).toBe(own.headers[name]);
    }
  });
});

describe('ten thousand readers', () => {
  it('get an image rendered once, and once more when no cache holds it', async () => {
    const word = fc.constantFrom('bot', linkedIn, 'WhatsApp', firefox, 'x', '(', '\u00ff', 'preview');
    const agents = fc.sample(
      fc.array(fc.oneof(word, fc.string()), { maxLength: 4 }).map((parts) => parts.join(' ')),
      10_000,
    );
    const service = await aService();
    const query = aQuery('many', 'webp');
    service.store(query, div({ background: '#fff' }, 'Many'));

    const formats = new Map<string, number>();
    const ask = async (agent: string) => {
      const answer = await service.get(query, agent);
      formats.set(getFormat(answer), (formats.get(getFormat(answer)) ?? 0) + 1);
    };
    await Promise.all(agents.slice(0, 100).map(ask));
    for (const agent of agents.slice(100)) await ask(agent);
    service.moveEdge(1);
    await Promise.all(agents.slice(0, 300).map(ask));
    expect([service.counted.Renders, [...formats.keys()].sort()]).toEqual([1, ['jpeg', 'webp']]);

    // what the object cache held of one class is lost
    service.cached.clear();
    await service.get(query, linkedIn);
    await service.get(query, firefox);
    expect(service.counted.Renders).toBe(2);
    figure('renderings of a URL for 10,000 readers', 1);
  });

  it('have an image that cannot be rendered tried once', async () => {
    const service = await aService();
    const query = aQuery('never', 'webp');
    service.store(query, div({}, 'x'.repeat(2_001)));

    const answers = await Promise.all(userAgents.map(([agent]) => service.get(query, agent)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
    expect(service.counted.FailedRenders).toBe(1);
  });
});

it('what cannot be made small enough is delivered as it is, and says so', async () => {
  const service = await aService();
  const query = aQuery('clear photo', 'webp', { width: 1_200, height: 800 });
  service.store(query, div({ opacity: 0.5 }, img(photoUrl, 1_200, 800)));

  const [own, minted] = [await service.get(query, linkedIn), await service.get(query, firefox)];

  expect(getFormat(own)).toBe('png');
  expect(own.body.length).toBeGreaterThan(limits.previewerBytes);
  expect(own.headers['x-image-warning']).toMatch(`large: ${own.body.length} bytes`);
  expect(minted.headers).not.toHaveProperty('x-image-warning');
});

it('without the edge function every client gets the minted format; the crawler format is stored beside it', async () => {
  const service = await aService({ hasEdge: false });
  const query = aQuery('plain', 'webp');
  service.store(query, div({ background: '#fff' }, 'Plain'));

  const headers = { 'x-image-client-class': 'previewer' };
  const answers = [await service.get(query, linkedIn, headers), await service.get(query, firefox)];

  for (const answer of answers) {
    expect(getFormat(answer)).toBe('webp');
    expect(answer.headers).not.toHaveProperty('vary');
    expect(answer.headers).not.toHaveProperty('x-image-client-class');
  }
  // both are stored after the answer
  await expect.poll(() => [...service.cached.values()].map(({ format }) => format).sort()).toEqual(['jpeg', 'webp']);
});
