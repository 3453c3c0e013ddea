import { randomUUID } from 'node:crypto';
import { createServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import * as z from 'zod';
import { type Credentials, localCredentials } from './credentials.ts';
import { type Emulator, listen, readBody } from './listen.ts';
import { type SignatureProblem, signatureProblem } from './sigv4.ts';

const textBlock = z.object({ text: z.string() });
const imageBlock = z.object({
  image: z.object({
    format: z.string(),
    // JSON carries bytes as base64
    source: z.object({ bytes: z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64'))) }),
  }),
});
const converseBody = z.object({
  messages: z.array(
    z.object({ role: z.enum(['user', 'assistant']), content: z.array(z.union([textBlock, imageBlock])) }),
  ),
  system: z.array(z.union([textBlock, z.object({ cachePoint: z.object({ type: z.literal('default') }) })])).optional(),
  inferenceConfig: z.record(z.string(), z.unknown()).optional(),
});

/** A Converse call as the model sees it; images are bytes. */
export type ConverseRequest = z.output<typeof converseBody> & { readonly modelId: string };

/** Response to a call. */
export type ConverseAnswer =
  /** Text of the model. Defaults: `stopReason` is `end_turn`, `usage` is one token read and one written. */
  | { readonly text: string; readonly stopReason?: string; readonly usage?: Readonly<Record<string, number>> }
  /** An error of the service by its name. */
  | { readonly error: string; readonly status: number; readonly message?: string }
  /** Status 200 with a body that is not a response of Converse. */
  | { readonly nonsense: string }
  /** Never responds. */
  | 'stall'
  /** Closes the connection, with all other calls on it. */
  | 'reset';

/** The model is busy: the error after which a client retries. */
export const throttled = { error: 'ThrottlingException', status: 429, message: 'Too many requests' } as const;

export interface BedrockSettings {
  /** Returns the response to a call; the caller waits until its promise resolves. */
  answer(request: ConverseRequest): ConverseAnswer | Promise<ConverseAnswer>;
  readonly port?: number;
  /** Accepted credentials. @default those of this process's emulators */
  readonly credentials?: () => Promise<Credentials>;
}

export interface BedrockEmulator extends Emulator {
  /** Calls in the order of arrival, including those that `answer` rejected. */
  readonly requests: readonly ConverseRequest[];
}

type Refusal = Extract<ConverseAnswer, { error: string }>;

const signatureErrors: Readonly<Record<SignatureProblem, Refusal>> = {
  missing: { error: 'MissingAuthenticationTokenException', status: 403 },
  unknownKey: { error: 'UnrecognizedClientException', status: 403 },
  skewed: { error: 'InvalidSignatureException', status: 403 },
  mismatch: { error: 'InvalidSignatureException', status: 403 },
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Parses the call of a request, or returns why it is invalid. */
const readCall = async (
  { method, url, headers }: Http2ServerRequest,
  body: Buffer,
  credentials: Credentials,
): Promise<ConverseRequest | Refusal> => {
  const problem = await signatureProblem({ method, target: url, headers, body }, 'bedrock', credentials);
  if (problem) return signatureErrors[problem];
  const [, modelId] = /^\/model\/([^/?]+)\/converse$/.exec(url) ?? [];
  if (method !== 'POST' || modelId === undefined) return { error: 'UnknownOperationException', status: 404 };
  const call = converseBody.safeParse(parseJson(body));
  if (!call.success) return { error: 'ValidationException', status: 400, message: call.error.message };
  return { modelId: decodeURIComponent(modelId), ...call.data };
};

const toConverseResponse = ({ text, stopReason = 'end_turn', usage }: Extract<ConverseAnswer, { text: string }>) => ({
  output: { message: { role: 'assistant', content: [{ text }] } },
  stopReason,
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2, ...usage },
  metrics: { latencyMs: 1 },
});

const respond = (response: Http2ServerResponse, answer: ConverseAnswer): void => {
  if (answer === 'stall') return;
  if (answer === 'reset') {
    response.stream.session?.destroy();
    return;
  }
  const json = (status: number, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers });
    response.end(body);
  };
  if ('nonsense' in answer) json(200, answer.nonsense);
  else if ('text' in answer) json(200, JSON.stringify(toConverseResponse(answer)));
  else json(answer.status, JSON.stringify({ message: answer.message ?? '' }), { 'x-amzn-errortype': answer.error });
};

/**
 * Bedrock's Converse on loopback, over HTTP/2 without TLS, as the AWS client uses it. Signatures are checked; the
 * caller supplies the responses.
 */
export const startBedrock = async ({
  answer,
  port,
  credentials = async () => localCredentials,
}: BedrockSettings): Promise<BedrockEmulator> => {
  const requests: ConverseRequest[] = [];
  const decide = async (call: ConverseRequest): Promise<ConverseAnswer> => {
    requests.push(call);
    try {
      return await answer(call);
    } catch (error) {
      return { error: 'InternalServerException', status: 500, message: String(error) };
    }
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (!body) return;
    const call = await readCall(request, body, await credentials());
    const settled = 'error' in call ? call : await decide(call);
    if (!response.stream.destroyed) respond(response, settled);
  });
  // a client that resets a connection must not end the process
  server.on('sessionError', () => undefined);
  return { ...(await listen(server, port)), requests };
};
