import { isServiceError } from 'image-url-contract/errors.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { withinBudget } from '#engine/time-budget.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { getTreeAddress, imageName } from '../../lambdas/domain/address.ts';
import type { DeliveredImage } from '../../lambdas/ports/images.ts';
import { box, h } from '../engine/golden/element.ts';
import { aPng } from '../support/a-png.ts';
import { figure } from '../support/effort.ts';
import { anImage, type MemoryDelivery, memoryDelivery } from '../support/memory-delivery.ts';

/**
 * @promise Quota and cost: Fetching a URL whose image always fails, without end
 * @how the attempt is recorded before anything is fetched or rendered, with a growing backoff; caches may store the
 *   failure until it is over (decision 122)
 * @also test/deliver/failing-urls.guards.service.slow.test.ts
 * @figure 1,000 requests in an hour: 3 renders, 3 fetches of each missing image
 */

/**
 * @promise What one signed URL can cost: Nothing is fetched for an image that gets no render worker
 * @also test/engine/isolation/pool.test.ts
 * @figure holds
 */

/**
 * @promise What one signed URL can cost: Failures around an image do not count against it
 * @also test/deliver/image.faults.slow.test.ts
 * @figure at most ten seconds, five times in a row
 */

const minuteMs = 60_000;
const query = anImage();
const name = imageName(getTreeAddress(query), query.options);

const img = (src: string): VElement => h('img', { src, width: 10, height: 10 });
const flex = (children: VElement['children']): VElement => box({ display: 'flex' }, children);
/** The layout cannot break it, so it is never rendered. */
const longWord = 'x'.repeat(2_001);

interface Answered {
  readonly image?: DeliveredImage;
  readonly code?: string;
  readonly retryAt?: Date;
}

const answered = async (service: MemoryDelivery, wanted = query): Promise<Answered> => {
  try {
    return { image: await service.render(wanted) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { code: error.code, ...(error.retryAt && { retryAt: error.retryAt }) };
  }
};

/** Makes S3 fail to read remote images. @returns a function that mends it */
const breakStorage = (service: MemoryDelivery): (() => void) => {
  const reader = service.ports['cachedRemoteImages:read'];
  const { find } = reader;
  reader.find = async () => {
    throw new Error('S3 is down');
  };
  return () => {
    reader.find = find;
  };
};

beforeAll(() => warmRenderWorker());

describe('an image that can never be rendered', () => {
  it('costs three renderings and three fetches of each remote image in an hour of a thousand requests', async () => {
    const images = {
      had: 'https://a.test/had.png',
      gone: 'https://a.test/gone.png',
      large: 'https://a.test/10mb.png',
    };
    const service = memoryDelivery(async (url) => {
      if (url === images.had) return { ok: true, bytes: await aPng('#f00') };
      return { ok: false, reason: url === images.large ? 'too large' : 'HTTP 404' };
    });
    service.store(query, flex([...Object.values(images).map(img), longWord]));
    const start = service.now;

    const codes = new Set<string | undefined>();
    for (let n = 0; n < 100; n += 1) {
      service.now = start + (n * 60 * minuteMs) / 100;
      const answers = await Promise.all(Array.from({ length: 10 }, () => answered(service)));
      for (const { code } of answers) codes.add(code);
    }

    expect([...codes]).toEqual(['RENDER_ERROR']);
    expect(service.counted).toMatchObject({ FailedRenders: 3 });
    expect(Object.fromEntries(service.fetches)).toEqual({ [images.had]: 1, [images.gone]: 3, [images.large]: 1 });
    figure('renderings of a failing image in an hour of 1,000 requests', service.counted.FailedRenders ?? 0);
  });

  it('says when it is tried again: after a minute, ten, an hour, and from then on every day', async () => {
    const service = memoryDelivery();
    service.store(query, flex([longWord]));

    const pauses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const before = service.now;
      const { retryAt = expect.fail('drawn') } = await answered(service);
      pauses.push((retryAt.getTime() - before) / minuteMs);
      service.now = retryAt.getTime() - 1;
      const early = await answered(service);
      expect([early.retryAt, service.counted.FailedRenders]).toEqual([retryAt, n + 1]);
      service.now = retryAt.getTime();
    }

    expect(pauses).toEqual([1, 10, 60, 1_440, 1_440, 1_440]);
  });

  it('is not tried again for a minute when its rendering ended the whole process', async () => {
    const service = memoryDelivery();
    service.store(query, flex(['x']));
    const startedAt = new Date(service.now);
    const retryAt = new Date(service.now + minuteMs);
    service.attempts.set(name, { id: 'gone', number: 1, startedAt, retryAt, hasFailed: false });

    service.now += minuteMs - 1;
    const held = await answered(service);
    service.now += 1;
    const next = await answered(service);

    expect(held).toEqual({ code: 'RENDER_ERROR', retryAt });
    expect(next.image?.timings).toBeDefined();
    expect(service.attempts.size).toBe(0);
  });

  it('is tried again a minute after its first own failure, however often S3 failed before', async () => {
    const service = memoryDelivery(async () => ({ ok: true, bytes: await aPng('#f00') }));
    service.store(query, flex([img('https://a.test/a.png'), longWord]));
    await answered(service, { ...query, options: { ...query.options, width: 20 } });
    const mend = breakStorage(service);
    for (let n = 0; n < 3; n += 1) {
      await answered(service);
      service.now += 10_000;
    }
    mend();

    const { retryAt } = await answered(service);

    expect((retryAt?.getTime() ?? 0) - service.now).toBe(minuteMs);
  });

  it('delays no other size and no other tree', async () => {
    const service = memoryDelivery();
    service.store(query, flex([longWord]));
    const other = anImage({ variables: { title: 'other' } });
    service.store(other, flex(['x']));

    await answered(service);

    expect((await answered(service, other)).image).toBeDefined();
    await answered(service, { ...query, options: { ...query.options, width: 61 } });
    expect(service.counted.FailedRenders).toBe(2);
  });
});

describe('an image that can be rendered', () => {
  it('is not rendered again for a request that looked just before it was stored', async () => {
    const service = memoryDelivery();
    service.store(query, flex(['x']));
    const reading = service.ports['images:read'];
    const { find } = reading;
    // the first look of the second request says what was so before the first request was answered
    reading.find = async (sought) => {
      reading.find = find;
      const seen = await find(sought);
      await service.render(query);
      return seen;
    };

    const late = await answered(service);

    expect(late.image?.timings).toBeUndefined();
    expect([service.attempts.size, service.cached.size]).toEqual([0, 1]);
  });

  it('does not count a failure of S3 as a failure of its rendering', async () => {
    const service = memoryDelivery(async () => ({ ok: true, bytes: await aPng('#f00') }));
    service.store(query, flex([img('https://a.test/a.png')]));
    await service.render({ ...query, options: { ...query.options, width: 20 } });
    const mend = breakStorage(service);

    const failures = [];
    for (let n = 0; n < 5; n += 1) {
      const before = service.now;
      const { code, retryAt } = await answered(service);
      failures.push([code, (retryAt?.getTime() ?? 0) - before]);
      service.now += 10_000;
    }
    mend();
    const { image } = await answered(service);

    expect(failures).toEqual(Array(5).fill(['RENDER_ERROR', 10_000]));
    expect(image?.missing).toEqual([]);
    expect(service.attempts.size).toBe(0);
  });

  it('fetches nothing while all render slots are taken, and that does not count as a failure', async () => {
    const fetching = Promise.withResolvers<void>();
    const service = memoryDelivery(async () => {
      await fetching.promise;
      return { ok: true, bytes: await aPng('#f00') };
    });
    const all = Array.from({ length: 5 }, (_, n) => anImage({ variables: { title: `image ${n}` } }));
    for (const [n, one] of all.entries()) service.store(one, flex([img(`https://a.test/${n}.png`)]));
    // four have all slots
    const [second = query, ...held] = all;
    const rendered = held.map((one) => answered(service, one));
    await expect.poll(() => service.fetches.size).toBe(4);
    const over = new AbortController();
    const refused = withinBudget(over.signal, () => answered(service, second));
    await expect.poll(() => service.attempts.size).toBe(5);
    over.abort();

    expect(await refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(service.fetches.has('https://a.test/0.png')).toBe(false);
    fetching.resolve();
    for (const one of await Promise.all(rendered)) expect(one.image?.missing).toEqual([]);
    service.now += 10_000;
    expect((await answered(service, second)).image?.missing).toEqual([]);
  });

  it('leaves nothing behind when its tree is missing, damaged or unreadable', async () => {
    const service = memoryDelivery();

    const absent = await answered(service);
    Object.assign(service.ports['trees:read'], {
      find: async () => ({ bytes: Buffer.from('x'), hash: 'y', cachedImages: new Map() }),
    });
    const damaged = await answered(service);
    Object.assign(service.ports['trees:read'], { find: () => Promise.reject(new Error('no table')) });
    await expect(service.render(query)).rejects.toThrow('no table');

    expect([absent, damaged]).toEqual([{ code: 'VNODE_NOT_FOUND' }, { code: 'INVALID_VNODE' }]);
    expect(service.attempts.size).toBe(0);
  });
});
