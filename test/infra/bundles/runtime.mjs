/*
 * What Lambda's Node runtime does with a function's code: loads `index.handler` from the task's folder, hands it events and
 * takes its answers, streamed ones with their head. Started in the folder of the bundle, with the function's environment.
 */
import dns from 'node:dns';
import { join } from 'node:path';
import { Writable } from 'node:stream';

// the client of the KeyValueStore puts an account id before the host; names under localhost are this machine
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest);

const streaming = Symbol('streaming');

/** Collects what a handler streams. */
class ResponseStream extends Writable {
  chunks = [];
  head = {};
  _write(chunk, _encoding, done) {
    this.chunks.push(chunk);
    done();
  }
}

globalThis.awslambda = {
  streamifyResponse: (handler) => Object.assign(handler, { [streaming]: true }),
  HttpResponseStream: {
    from: (stream, head) => Object.assign(stream, { head }),
  },
};

const { handler } = await import(join(process.env.LAMBDA_TASK_ROOT, 'index.mjs'));

const contextFor = (requestId) => {
  const endsAt = performance.now() + 30_000;
  return {
    awsRequestId: requestId,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - performance.now()),
  };
};

const invoke = async (event) => {
  const context = contextFor('test-request');
  if (!handler[streaming]) return { answer: await handler(event, context) };
  const stream = new ResponseStream();
  const finished = new Promise((resolve) => stream.once('finish', resolve));
  await handler(event, stream, context);
  await finished;
  const body = Buffer.concat(stream.chunks).toString('base64');
  return { answer: { ...stream.head, body }, isStreamed: true };
};

process.on('message', async ({ event }) => {
  try {
    process.send({ ...(await invoke(event)) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
process.send({ isReady: true });
