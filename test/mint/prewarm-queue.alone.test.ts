import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sqsPrewarms } from '../../lambdas/aws/sqs/prewarms.ts';
import { localCredentials, localRegion } from '../../local/credentials.ts';
import { type QueueEmulator, startSqs } from '../../local/sqs.ts';

/**
 * @promise Client classes: Few images are prewarmed at once, and accounts are served fairly
 * @also test/infra/stack.test.ts
 * @figure at most four
 */

let queue: QueueEmulator | undefined;
beforeAll(() => {
  process.env.AWS_REGION = localRegion;
  process.env.AWS_ACCESS_KEY_ID = localCredentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = localCredentials.secretAccessKey;
});
afterEach(async () => {
  await queue?.close();
  queue = undefined;
});

/** The emulator may be slow on a busy machine: here the time limit of an order never ends. */
const withoutTimeLimit = () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => timeout.mockRestore());
};

const aQueue = async (atOnce = 1, tries = 2) => {
  withoutTimeLimit();
  queue = await startSqs({ atOnce, tries });
  return { queue, prewarms: sqsPrewarms({ PREWARM_QUEUE: queue.queueUrl }) };
};
const getUrls = (account: string, count: number) =>
  Array.from({ length: count }, (_, n) => `http://a.test/${account}-${n}`);

/** A worker that ends on request, and what it was given. */
const aWorker = () => {
  const given: string[] = [];
  const ends: (() => void)[] = [];
  const work = (body: string) => {
    given.push(JSON.parse(body).url.replace('http://a.test/', ''));
    return new Promise<void>((resolve) => void ends.push(resolve));
  };
  return { given, work, endOne: () => ends.shift()?.() };
};

describe('an order of images', () => {
  it('takes as many as a batch of mints has', async () => {
    const { queue, prewarms } = await aQueue(100);
    const { given, work } = aWorker();

    await prewarms.order(getUrls('ana', 25), 'ana');
    queue.feed(work);

    await expect.poll(() => given.length).toBe(25);
    expect(new Set(given).size).toBe(25);
  });

  it('is abandoned after half a second', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());

    const ordering = sqsPrewarms({ PREWARM_QUEUE: `http://127.0.0.1:${port}/0/q` }).order(getUrls('ana', 11), 'ana');

    await expect(ordering).rejects.toThrow(/abort/i);
    expect(timeout.mock.calls).toEqual([[500]]);
    silent.close();
  });
});

describe('the local queue', () => {
  it('has few worked on at once, and accounts take turns', async () => {
    const { queue, prewarms } = await aQueue(2);
    const { given, work, endOne } = aWorker();
    await prewarms.order(getUrls('ana', 10), 'ana');
    await prewarms.order(getUrls('ana', 10), 'ana');
    await prewarms.order(getUrls('ben', 1), 'ben');

    queue.feed(work);
    expect(given).toEqual(['ana-0', 'ben-0']);
    endOne();

    await expect.poll(() => given).toEqual(['ana-0', 'ben-0', 'ana-1']);
  });

  it('hands over once more what fails, and no more than that', async () => {
    const { queue, prewarms } = await aQueue();
    const given: string[] = [];
    queue.feed(async (body) => {
      given.push(body);
      throw new Error('no');
    });

    await prewarms.order(getUrls('ana', 1), 'ana');
    await prewarms.order(getUrls('ben', 1), 'ben');

    await expect.poll(() => given.length).toBe(4);
  });

  it('refuses what is not signed', async () => {
    const { queue } = await aQueue();

    const answer = await fetch(queue.url, { method: 'POST', body: '{}' });

    expect(answer.status).toBe(403);
  });
});
