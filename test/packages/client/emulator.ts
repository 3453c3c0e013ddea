import { createServer, type IncomingHttpHeaders } from 'node:http';
import { errorCatalogue, type PlainErrorCode } from 'image-url-contract/errors.ts';
import {
  type MintBatchRequest,
  mintBatchRequest,
  mintBatchResponse,
  mintRequest,
} from 'image-url-contract/schemas/mint.ts';
import { onTestFinished } from 'vitest';
import { listen, readBody } from '../../../local/listen.ts';

export interface Request {
  readonly headers: IncomingHttpHeaders;
  readonly items: MintBatchRequest['items'];
}

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

export const dayMs = 86_400_000;

/** A body of `POST /v1/url` as a batch of one: it may have another form. */
const single = mintRequest.transform((item) => ({ items: [item as Request['items'][number]] }));

/** What the service answers when all is well, held to its contract. */
export const minted = (items: Request['items'], expiresAt = Date.now() + 1_800 * dayMs): Reply => ({
  status: 200,
  body: mintBatchResponse.parse({
    urls: items.map(({ templateId, variables = {}, width = 1200, height = 630 }) => ({
      templateId,
      url: `http://images.test/v1/image?templateId=${templateId}&v=${encodeURIComponent(JSON.stringify(variables))}`,
      expiresAt,
      details: { width, height, contentType: 'image/webp', version: 1, engine: 'satori' },
    })),
  }),
});

/** A failure as the service says it. */
export const failed = (
  code: PlainErrorCode,
  { at, headers }: { at?: number; headers?: Reply['headers'] } = {},
): Reply => {
  const { status, message } = errorCatalogue[code];
  return { status, body: { code, message, item: at }, headers: { 'x-request-id': 'r-1', ...headers } };
};

/** A service that answers as the test says, over HTTP, until the test ends. */
export const emulator = async (
  answer: (request: Request, n: number) => Reply | 'hang-up' | 'silence' = ({ items }) => minted(items),
) => {
  const requests: Request[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const text = (await readBody(incoming)).toString();
    const isSingle = incoming.url === '/v1/url';
    const request = { headers: incoming.headers, ...(isSingle ? single : mintBatchRequest).parse(JSON.parse(text)) };
    const reply = answer(request, requests.push(request) - 1);
    if (reply === 'silence') return;
    if (reply === 'hang-up') return incoming.socket.destroy();
    const { status, headers = {}, body: given } = reply;
    const body = isSingle && status === 200 ? (given as ReturnType<typeof mintBatchResponse.parse>).urls[0] : given;
    outgoing.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const { url: baseUrl, close } = await listen(server);
  // a test may have closed it
  onTestFinished(() => close().catch(() => undefined));
  return { baseUrl, requests, options: { baseUrl, apiKey: 'iu_test' }, close };
};
