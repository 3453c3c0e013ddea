import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Http2Server, Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';

/** A running stand-in. */
export interface StandIn {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Ends every connection and frees the port; resolves once both are done. */
  close(): Promise<void>;
}

/**
 * Listens on loopback only.
 *
 * @param port 0 for any free one.
 */
export const listen = async (server: HttpServer | Http2Server, port = 0): Promise<StandIn> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // an idle connection is never ended from this side: a client would see a request it has just sent reset
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

/**
 * A request's whole body.
 *
 * @throws when the client goes away before its end.
 */
export const readBody = async (request: IncomingMessage | Http2ServerRequest): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
