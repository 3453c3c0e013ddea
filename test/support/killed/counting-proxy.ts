import { createServer } from 'node:http';
import { type Emulator, listen, readBody } from '../../../local/listen.ts';
import { forward, getOperation } from '../faults/fault-proxy.ts';

/**
 * Stands before a service. Each request has had its effect when `count` is called; it is answered if that returns true,
 * else never.
 */
export const startCountingProxy = async (
  target: string,
  count: (operation: string, body: string) => boolean,
): Promise<Emulator> => {
  const server = createServer(async (message, response) => {
    const body = await readBody(message).catch(() => undefined);
    if (!body) return;
    try {
      const { status, headers, body: bytes } = await forward(target, message, body);
      if (!count(getOperation(message), body.toString('utf8'))) return;
      const { connection: _, 'transfer-encoding': __, ...kept } = headers;
      response.writeHead(status, { ...kept, 'content-length': String(bytes.length) }).end(bytes);
    } catch {
      response.destroy();
    }
  });
  return listen(server);
};
