import { createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bedrockAuthor } from '../../lambdas/aws/bedrock/bedrock-author.ts';
import { localIdentity } from '../../local/credentials.ts';

/**
 * @promise Quota and cost: A model that never stops answering
 * @how 1 MiB of an answer is read, then the connection is closed
 * @figure an endless answer: under 16 MiB sent
 */

const chunk = Buffer.alloc(64 << 10, 'a');
let server: Http2Server;
/** Bytes of the answer that the model could send before it was aborted. */
let sentBytes = 0;
let requests = 0;
/** How the answer begins; what follows has no end. */
let head = '';
beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(head);
    const pour = () => {
      while (!response.stream.destroyed && response.stream.writable) {
        sentBytes += chunk.length;
        if (sentBytes > 400 << 20) return response.end();
        if (!response.write(chunk)) return void response.once('drain', pour);
      }
    };
    pour();
  });
  server.on('sessionError', () => undefined);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  Object.assign(process.env, {
    ...localIdentity,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
beforeEach(() => {
  sentBytes = 0;
  requests = 0;
});
afterAll(() => server.close());

it.each([
  ['of text', '{"output":{"message":{"role":"assistant","content":[{"text":"'],
  ['that is no JSON', 'x'],
])('reads no more of an answer %s than a template can be', async (_kind, beginning) => {
  head = beginning;
  const author = bedrockAuthor({ BEDROCK_MODEL: 'local.stand-in', AUTHOR_ROUNDS: 3, AUTHOR_MAX_TOKENS: 8_192 });
  const before = process.memoryUsage().rss;

  const written = await author.write({
    instructions: [{ text: 'A card' }],
    rounds: [],
    signal: AbortSignal.timeout(50_000),
  });

  expect(written).toMatchObject({ ok: false, isUnavailable: false });
  expect(requests).toBe(1);
  expect(sentBytes).toBeLessThan(16 << 20);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
});
