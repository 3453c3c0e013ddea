import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page as a test serves it: text is HTML, a function answers itself. */
export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A site of pages on this machine, which counts what is fetched from it. */
export const startPages = async (pages: { get(path: string): Page | undefined }) => {
  const fetched: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    fetched.push(path);
    const page = pages.get(path);
    if (typeof page === 'function') return page(request, response);
    response
      .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page ?? 'none');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin, fetched, stop };
};
