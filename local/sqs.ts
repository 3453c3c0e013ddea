import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod';
import { type Emulator, listen, readBody } from './listen.ts';
import { signatureProblem } from './sigv4.ts';

interface QueueSettings {
  /** @default prewarms */
  readonly name?: string;
  /** Messages processed in parallel, and deliveries of a failing message. */
  readonly atOnce: number;
  readonly tries: number;
}

/** Processes one message; a message whose processing fails is delivered again. */
type Worker = (body: string) => Promise<unknown>;

/** One queue on loopback, and Lambda's processing of it: invokes a function with messages. */
export interface QueueEmulator extends Emulator {
  readonly queueUrl: string;
  /** Delivers messages from now on, waiting ones first. */
  feed(worker: Worker): void;
}

const batch = z.object({
  QueueUrl: z.string(),
  Entries: z
    .array(z.object({ Id: z.string(), MessageBody: z.string().min(1), MessageGroupId: z.string().optional() }))
    .min(1)
    .max(10),
});

interface Message {
  readonly group: string;
  readonly body: string;
  received: number;
}

/** Messages in the order of delivery: round-robin between groups, like a fair queue. */
const fairQueue = () => {
  const groups = new Map<string, Message[]>();
  return {
    put: (message: Message) => void groups.set(message.group, [...(groups.get(message.group) ?? []), message]),
    take: (): Message | undefined => {
      const [next] = groups;
      if (!next) return undefined;
      const [group, [message, ...rest]] = next;
      groups.delete(group);
      if (rest.length > 0) groups.set(group, rest);
      return message;
    },
  };
};

const handle = async (request: IncomingMessage, body: Buffer, put: (message: Message) => void) => {
  const { method = '', url = '/', headers } = request;
  const problem = await signatureProblem({ method, target: url, headers, body }, 'sqs');
  if (problem) return { status: 403, answer: { __type: 'InvalidSecurity', message: problem } };
  const input = batch.safeParse(JSON.parse(body.toString()));
  if (headers['x-amz-target'] !== 'AmazonSQS.SendMessageBatch' || !input.success)
    return { status: 400, answer: { __type: 'UnsupportedOperation', message: String(input.error) } };
  const Successful = input.data.Entries.map(({ Id, MessageBody, MessageGroupId = '' }) => {
    put({ group: MessageGroupId, body: MessageBody, received: 0 });
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
    return { Id, MessageId: randomUUID(), MD5OfMessageBody };
  });
  return { status: 200, answer: { Successful, Failed: [] } };
};

/** SQS on loopback, reduced to one queue that feeds a function: sending in batches, in memory, signatures checked. */
export const startSqs = async ({ name = 'prewarms', atOnce, tries }: QueueSettings): Promise<QueueEmulator> => {
  const queue = fairQueue();
  let worker: Worker | undefined;
  let working = 0;
  const work = async (work: Worker, message: Message): Promise<void> => {
    message.received += 1;
    try {
      await work(message.body);
    } catch {
      // the function has logged the error
      if (message.received < tries) queue.put(message);
    }
    working -= 1;
    drain();
  };
  const drain = (): void => {
    while (worker && working < atOnce) {
      const message = queue.take();
      if (!message) return;
      working += 1;
      void work(worker, message);
    }
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (!body) return;
    const { status, answer } = await handle(request, body, queue.put);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
    drain();
  });
  const emulator = await listen(server);
  return {
    ...emulator,
    queueUrl: `${emulator.url}/000000000000/${name}`,
    feed: (given) => {
      worker = given;
      drain();
    },
    close: () => {
      worker = undefined;
      return emulator.close();
    },
  };
};
