import { pipeline, Readable, Transform } from 'node:stream';

/** The part of an AWS client that `withBoundedAnswers` changes. */
interface Client {
  readonly middlewareStack: {
    add(middleware: (next: Next) => Next, options: { step: 'deserialize'; priority: 'low'; name: string }): void;
  };
}
type Next = (call: never) => Promise<{ readonly response: unknown }>;

/** Returns a stream that passes bytes through and fails after `most` bytes. */
const createLimiter = (most: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most ? new Error(`The answer is longer than ${most} bytes.`) : null, chunk);
    },
  });
};

/**
 * Limits the size of a client's responses. The SDK buffers a whole response, so a later check would be too late.
 * Exceeding the limit closes the connection.
 */
export const withBoundedAnswers = <C extends Client>(client: C, most: number): C => {
  const bounded = (next: Next) => async (call: never) => {
    const result = await next(call);
    const response = result.response as { body?: unknown };
    // a stream error reaches the reader of the limited stream, so this callback ignores it
    if (response.body instanceof Readable)
      response.body = pipeline(response.body, createLimiter(most), () => undefined);
    return result;
  };
  client.middlewareStack.add(bounded, { step: 'deserialize', priority: 'low', name: 'boundedAnswers' });
  return client;
};
