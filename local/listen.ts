import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Http2Server, Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';

/** A running emulator. */
export interface Emulator {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Closes every connection and frees the port; resolves once both are done. */
  close(): Promise<void>;
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Rejects requests to a server by any other than a loopback name. Another site's DNS name may resolve to this machine;
 * requests of its pages come from the browser, but with that name.
 */
const answerLoopbackOnly = (server: HttpServer | Http2Server, names: readonly string[]): void => {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host ?? request.headers[':authority'];
    if (names.includes(String(host).replace(/:\d+$/, '').toLowerCase())) {
      for (const listener of listeners) listener(request, response);
      return;
    }
    response.writeHead(421, { 'content-type': 'text/plain', connection: 'close' });
    response.end('This address is answered under loopback names only: 127.0.0.1 or localhost.\n');
  });
};

/**
 * Listens on loopback only.
 *
 * @param port 0 for any free one
 * @param names additional loopback names that clients use
 */
export const listen = async (
  server: HttpServer | Http2Server,
  port = 0,
  names: readonly string[] = [],
): Promise<Emulator> => {
  answerLoopbackOnly(server, [...loopbackNames, ...names]);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // idle connections are not closed by the server, because a client could get a reset for a request it has just sent
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/** Returns a request's whole body. @throws Error when the client disconnects before its end */
export const readBody = async (request: IncomingMessage | Http2ServerRequest): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
