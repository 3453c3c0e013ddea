import { createServer } from 'node:http';
import type { ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { remoteImages } from 'image-url-outside/remote-images.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderImage } from '../../lambdas/deliver/render-image.ts';
import type { PortsOf } from '../../lambdas/ports/ports.ts';
import { type Emulator, listen } from '../../local/listen.ts';
import { box, h } from '../engine/golden/element.ts';
import { aPng } from '../support/a-png.ts';
import { answered } from '../support/answered.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { openDelivery, sign, storeTree } from '../support/stored-delivery.ts';

/**
 * @promise URLs, keys and accounts: Changing a published image: other bytes at a remote address, another tree at the
 *   same address
 * @how each remote image is cached for good when it is first fetched; a tree is written only where no different one
 *   exists (decision 120, decision 121)
 * @also test/mint/stored-trees.faults.test.ts
 * @figure holds
 */

/**
 * @promise URLs, keys and accounts: Deciding, by fetching first, which remote images another account's image shows
 *   for good
 * @how a tree that names remote images belongs to the account that minted it (decision 341)
 * @also test/mint/mint.service.test.ts
 * @figure holds
 */

/**
 * @promise What one signed URL can cost: A remote image that was shown stays, even if another is missing or changes
 * @figure holds
 */

let now = Date.now();
const minuteMs = 60_000;
const runtime = quietRuntime(() => new Date(now));

onEmptyCloud();
let site: Emulator;
let ports: PortsOf<'renderImage'>;
/** What the site answers for a path at this moment; undefined for 404. */
let answer: (path: string) => Promise<Buffer> | undefined;
let fetched: string[] = [];

beforeAll(async () => {
  const server = createServer(async ({ url = '' }, response) => {
    fetched.push(url);
    const bytes = await answer(url);
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'image/png' }).end(bytes);
  });
  site = await listen(server);
  const remote = remoteImages({ allow: () => true, ports: [site.port] });
  ports = openDelivery((url) => remote.fetch(url));
});
afterAll(() => site.close());
beforeEach(() => {
  fetched = [];
});

/** Stores a tree that shows images side by side, and returns how to render it; another width is another cached image. */
const aTree = async (templateId: string, names: readonly string[] = ['a'], rv = 'e1-0') => {
  const images = names.map((name) => h('img', { src: `${site.url}/${templateId}/${name}.png`, width: 10, height: 10 }));
  const query = (width: number): ImageQuery => ({
    ...{ templateId, uid: 'u', exp: now + 400 * 86_400_000, rv, tv: '1', variables: {} },
    options: { width, height: 10, format: 'png', devicePixelRatio: 1 } as const,
  });
  await storeTree(query(20), box({ display: 'flex' }, ...images), 'u');
  return (width: number) => answered(renderImage(ports, runtime, sign(query(width))));
};

/** The colours of an image's boxes from left to right; '' where one is empty. */
const getColours = async ({ bytes }: { bytes: Uint8Array }, boxes = 1): Promise<string[]> => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: boxes }, (_, n) => {
    const at = (5 * info.width + 10 * n + 5) * 4;
    return data[at + 3] === 0 ? '' : data.subarray(at, at + 3).toString('hex');
  });
};

const is = (path: string, name: string): boolean => path.endsWith(`/${name}.png`);

describe('a remote image', () => {
  it('stays as first fetched, whatever its address serves later', async () => {
    const render = await aTree('changing');
    answer = () => aPng('#ff0000');
    const first = await render(20);
    answer = () => aPng('#0000ff');

    const later = await render(21);

    expect([await getColours(first), await getColours(later), fetched.length]).toEqual([['ff0000'], ['ff0000'], 1]);
  });

  it('leaves its box empty while it cannot be had; it is asked for again after a minute, ten, an hour, a day', async () => {
    const render = await aTree('late');
    answer = () => undefined;

    const times: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { missing, freshUntil = expect.fail('complete'), bytes } = await render(20);
      expect([missing, await getColours({ bytes })]).toEqual([['remote image 1 of the template (HTTP 404)'], ['']]);
      times.push((freshUntil.getTime() - now) / minuteMs);
      now = freshUntil.getTime() - 1;
      const again = await render(20);
      const other = await render(20 + times.length);
      expect([again.timings, again.missing, other.freshUntil]).toEqual([undefined, missing, freshUntil]);
      now += 1;
    }
    expect([times, fetched.length]).toEqual([[1, 10, 60, 1_440], 4]);

    answer = () => aPng('#00ff00');
    const withIt = await render(20);

    expect([withIt.missing, withIt.freshUntil, await getColours(withIt)]).toEqual([[], undefined, ['00ff00']]);
    expect((await render(20)).timings).toBeUndefined();
  });

  it('that cannot be rendered counts as one that cannot be had', async () => {
    const render = await aTree('damaged');
    answer = async () => (await aPng('#00ff00')).subarray(0, 40);
    const damaged = await render(20);
    const other = await render(21);
    answer = () => aPng('#00ff00');
    now += minuteMs;

    const mended = await render(20);

    expect([damaged.missing.length, other.missing.length]).toEqual([1, 1]);
    expect([mended.missing, await getColours(mended), fetched.length]).toEqual([[], ['00ff00'], 2]);
  });

  it('is the same for two first renderings that saw different ones', async () => {
    const render = await aTree('racing');
    answer = () => aPng(fetched.length % 2 === 0 ? '#ff0000' : '#0000ff');

    const [one, other] = await Promise.all([render(20), render(21)]);
    const third = await render(22);

    const colours = await Promise.all([one, other, third].map(async (image) => (await getColours(image))[0]));
    expect(new Set(colours).size).toBe(1);
  });

  it('stays what it was beside one that is missing', async () => {
    const render = await aTree('beside', ['gone', 'changing']);
    answer = (path) => (is(path, 'gone') ? undefined : aPng('#ff0000'));
    const first = await render(20);
    answer = (path) => (is(path, 'gone') ? undefined : aPng('#0000ff'));
    now += minuteMs;
    const second = await render(20);
    answer = (path) => aPng(is(path, 'gone') ? '#00ff00' : '#0000ff');
    now += 10 * minuteMs;

    const complete = await render(20);

    expect(await Promise.all([first, second, complete].map((image) => getColours(image, 2)))).toEqual([
      ['', 'ff0000'],
      ['', 'ff0000'],
      ['00ff00', 'ff0000'],
    ]);
    expect(fetched.filter((path) => is(path, 'changing'))).toHaveLength(1);
    expect([first.missing.length, second.missing.length, complete.missing]).toEqual([1, 1, []]);
  });

  it('of one account is pinned by no view of another’s', async () => {
    const [ana, ben] = [await aTree('shared', ['a'], 'e1-0-uana'), await aTree('shared', ['a'], 'e1-0-uben')];
    answer = () => aPng('#ff0000');
    const early = await ben(20);
    answer = () => aPng('#0000ff');

    const first = await ana(20);

    expect([await getColours(early), await getColours(first)]).toEqual([['ff0000'], ['0000ff']]);
  });
});

describe('remote images beyond the byte budget', () => {
  const photoBytes = 6_000_000;
  const photos = Array.from({ length: 9 }, (_, n) => `photo${n}`);
  /** An image of a size: what follows its end is ignored. */
  const aPhoto = async (colour: string, bytes = photoBytes) =>
    Buffer.concat([await aPng(colour), Buffer.alloc(bytes)]).subarray(0, bytes);

  it.each(['forwards', 'backwards', 'all at once'])('are left out in the order of the document: %s', async (order) => {
    const render = await aTree(`photos ${order}`.replaceAll(' ', '-'), photos);
    const waits = { forwards: 1, backwards: -1, 'all at once': 0 }[order] ?? 0;
    answer = async (path) => {
      const turn = photos.findIndex((name) => is(path, name));
      await new Promise((done) => setTimeout(done, 40 * (waits < 0 ? photos.length - turn : waits * turn)));
      return aPhoto('#ff0000');
    };

    const first = await render(90);
    now += 1_000 * minuteMs;
    const later = await render(91);

    const [shown, left] = [Array(6).fill('ff0000'), Array(3).fill('')];
    expect(await getColours(first, 9)).toEqual([...shown, ...left]);
    expect(await getColours(later, 9)).toEqual([...shown, ...left]);
    expect(first.missing).toEqual([7, 8, 9].map((n) => `remote image ${n} of the template (too large)`));
    expect([first.freshUntil, later.freshUntil]).toEqual([undefined, undefined]);
    const asked = photos.map((name) => fetched.filter((path) => is(path, name)).length);
    expect(asked.slice(0, 6)).toEqual(Array(6).fill(1));
    expect(Math.max(...asked)).toBeLessThanOrEqual(2);
  });

  it('leave the rest of the budget to smaller ones after them', async () => {
    const render = await aTree('small', [...photos.slice(0, 7), 'small']);
    answer = (path) => (is(path, 'small') ? aPhoto('#00ff00', 3_000_000) : aPhoto('#ff0000'));

    const first = await render(80);

    expect((await getColours(first, 8)).slice(5)).toEqual(['ff0000', '', '00ff00']);
  });

  it('keep their share when a missing one arrives late', async () => {
    const render = await aTree('late-photo', photos.slice(0, 7));
    answer = (path) => (is(path, 'photo0') ? undefined : aPhoto('#ff0000'));
    const first = await render(70);
    answer = () => aPhoto('#0000ff');
    now += minuteMs;

    const later = await render(70);

    expect(await getColours(first, 7)).toEqual(['', ...Array(6).fill('ff0000')]);
    expect(await getColours(later, 7)).toEqual(['', ...Array(6).fill('ff0000')]);
    expect([later.missing, later.freshUntil]).toEqual([['remote image 1 of the template (too large)'], undefined]);
  });
});
