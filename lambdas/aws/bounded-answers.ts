import { pipeline, Readable, Transform } from 'node:stream';

/** The part of an AWS client that this adds to. */
interface Client {
  readonly middlewareStack: {
    add(middleware: (next: Next) => Next, options: { step: 'deserialize'; priority: 'low'; name: string }): void;
  };
}
type Next = (call: never) => Promise<{ readonly response: unknown }>;

/** Passes bytes on until there are too many. */
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
 * Has a client read no more than so many bytes of an answer: it would gather all of it in memory, several times over, before
 * anybody could look at its length. The connection ends where the limit is passed.
 */
export const withBoundedAnswers = <C extends Client>(client: C, most: number): C => {
  const bounded = (next: Next) => async (call: never) => {
    const result = await next(call);
    const response = result.response as { body?: unknown };
    // what goes wrong is told to whoever reads the limited stream
    if (response.body instanceof Readable) response.body = pipeline(response.body, limitedTo(most), () => undefined);
    return result;
  };
  client.middlewareStack.add(bounded, { step: 'deserialize', priority: 'low', name: 'boundedAnswers' });
  return client;
};
