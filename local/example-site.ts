import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { putRecord } from '../lambdas/aws/dynamodb/stored-records.ts';
import { readEnvironment } from '../lambdas/config/environment.ts';
import { sites } from '../lambdas/domain/records/image-records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';

const folder = new URL('../examples/site/', import.meta.url);
const files: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/maps': 'maps.html',
  '/letters': 'letters.html',
  '/plain': 'plain.html',
  '/own': 'own.html',
};

/**
 * Serves the pages of `examples/site`, whose tags reference site images of the developer's account.
 *
 * @returns its address, and a function that stops it
 */
export const startExampleSite = async (accountId: string, imageUrl: string, runtime: Pick<Runtime, 'now'>) => {
  const siteId = `${accountId}-${'0'.repeat(16)}`;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    const page = file && (await readFile(new URL(file, folder), 'utf8'));
    const text = page?.replaceAll('{{image}}', imageUrl + siteImagePathOf(siteId, path));
    response
      .writeHead(text ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      .end(text ?? 'There is no such page.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = runtime.now();
  const times = { createdAt: now, updatedAt: now };
  const site = { accountId, siteId, origin, templateId: 'starter-article', map: {}, refreshSeconds: 60, ...times };
  // replaces that of an earlier start
  await putRecord(sites, readEnvironment('sites:create').TREES_TABLE, site, site);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin, close };
};
