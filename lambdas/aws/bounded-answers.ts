import { pipeline, Readable, Transform } from 'node:stream';

/** The part of an AWS client that this adds to. */
interface Client {
  readonly middlewareStack: {
    add(middleware: (next: Next) => Next, options: { step: 'deserialize'; priority: 'low'; name: string }): void;
  };
}
type Next = (call: never) => Promise<{ readonly response: unknown }>;

/** Returns a stream that passes bytes through. It fails when there are more than `most`. */
const limitedTo = (most: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most ? new Error(`The answer is longer than ${most} bytes.`) : null, chunk);
    },
  });
};

/**
 * Limits the size of the responses that a client reads; otherwise it would gather a whole response in memory before its
 * length could be checked. The connection is closed when the limit is exceeded.
 */
export const withBoundedAnswers = <C extends Client>(client: C, most: number): C => {
  const bounded = (next: Next) => async (call: never) => {
    const result = await next(call);
    const response = result.response as { body?: unknown };
    // errors reach the reader of the limited stream
    if (response.body instanceof Readable) response.body = pipeline(response.body, limitedTo(most), () => undefined);
    return result;
  };
  client.middlewareStack.add(bounded, { step: 'deserialize', priority: 'low', name: 'boundedAnswers' });
  return client;
};
