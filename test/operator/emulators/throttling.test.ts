import type { Writable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import type { FunctionId } from '../../../lambdas/config/functions.ts';
import { apiHost } from '../../../local/gateway.ts';
import { imageHost } from '../../../local/image-host.ts';
import { type Handler, installLambdaGlobal, limitConcurrency, TooManyRequests } from '../../../local/lambda-runtime.ts';
import { listen } from '../../../local/listen.ts';

installLambdaGlobal();
const hosts: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(hosts.map((host) => host.close())));

/** Functions that answer once they may, and of which each has one execution. */
const oneEach = () => {
  const begun = Promise.withResolvers<void>();
  const may = Promise.withResolvers<void>();
  const answer: Handler = async () => {
    begun.resolve();
    await may.promise;
    return { statusCode: 200, headers: {}, body: '{}' };
  };
  const stream: Handler = async (_event, response) => {
    await answer({}, {});
    (response as Writable).end('image');
  };
  const handlers = { mintUrl: answer, renderImage: stream, renderOnDemand: stream, renderSiteImage: stream };
  const limited = limitConcurrency(handlers, { mintUrl: 1, renderImage: 1 });
  return { handlers: Promise.resolve(limited as unknown as Record<FunctionId, Handler>), begun: begun.promise, may };
};

const serve = async (host: ReturnType<typeof apiHost>): Promise<string> => {
  const running = await listen(host, 0);
  hosts.push(running);
  return running.url;
};

it('a throttled function of the API is a 500 in the form of the service', async () => {
  const { handlers, begun, may } = oneEach();
  const url = `${await serve(apiHost(handlers))}/v1/url`;
  const first = fetch(url, { method: 'POST', body: '{}' });
  await begun;

  const second = await fetch(url, { method: 'POST', body: '{}' });
  may.resolve();

  expect([second.status, await second.json()]).toMatchObject([500, { code: 'SERVER_ERROR' }]);
  expect((await first).status).toBe(200);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200);
});

it('a throttled function behind its URL is a 429 in the form of AWS, which no cache keeps', async () => {
  const { handlers, begun, may } = oneEach();
  const url = `${await serve(imageHost(handlers))}/v1/image?x=1`;
  const first = fetch(url);
  await begun;

  const second = await fetch(url);
  may.resolve();

  expect(second.status).toBe(429);
  expect(await second.json()).not.toHaveProperty('code');
  await first;
  expect((await fetch(url)).status).not.toBe(429);
});

it('an asynchronous call or a message finds the same limit', async () => {
  const { handlers, begun, may } = oneEach();
  const { mintUrl } = await handlers;
  const first = mintUrl({}, {});
  await begun;

  await expect(mintUrl({}, {})).rejects.toThrow(TooManyRequests);
  may.resolve();
  await first;
});
