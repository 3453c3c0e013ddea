import { Writable } from 'node:stream';
import { routes } from 'image-url-contract/routes.ts';
import { expect, it } from 'vitest';
import { imageEndpoint } from '../../lambdas/http/image-endpoint.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type Handler, installLambdaGlobal } from '../../local/lambda-runtime.ts';
import { aPng } from '../support/a-png.ts';

installLambdaGlobal();

it('work after the answer begins when the last byte is sent, and its failure is only logged', async () => {
  const happened: string[] = [];
  const bytes = await aPng('#f00');
  const image = { bytes, format: 'png', missing: [], isNegotiated: false } as const;
  const after = async () => {
    happened.push('after');
    throw new Error('the bucket is down');
  };
  const log = (_level: string, message: string) => void happened.push(message);
  const endpoint = imageEndpoint(routes.renderImage, { ...runtime, log }, { isBehindEdge: false }, async () => ({
    ...image,
    after,
  }));
  const answer = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        if (chunk.length > 0) happened.push('byte');
        done();
      },
    }),
    { writeHead: () => answer },
  );
  answer.on('finish', () => happened.push('end'));
  const event = {
    rawQueryString: '',
    rawPath: '/v1/image',
    headers: {},
    requestContext: { requestId: 'r', http: { method: 'GET' } },
  };
  const context = { callbackWaitsForEmptyEventLoop: true };

  await (endpoint as unknown as Handler)(event, answer, context);

  expect(happened).toEqual(['byte', 'end', 'after', 'work after an answer failed']);
  // sockets of clients stay open
  expect(context.callbackWaitsForEmptyEventLoop).toBe(false);
});
