import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';
import { type ServiceAddress, startDev } from '../support/running-service.ts';

const dataDir = useFolder();

const code = `export const options = { width: 300, height: 100, format: 'png' };
export default function Card({ title = 'Kept' }) { return <div style={{ fontSize: 40 }}>{title}</div>; }`;

const post = async ({ baseUrl, apiKey }: ServiceAddress, path: string, body: unknown) => {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of two routes
  return (await response.json()) as any;
};

/** The URL's bytes from wherever the image host listens this time; ports are given anew at each start. */
const fetchFrom = async ({ imageUrl }: ServiceAddress, url: string): Promise<Buffer> => {
  const response = await fetch(imageUrl + new URL(url).pathname + new URL(url).search);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

it('serves old URLs byte for byte after a stop, a kill and the loss of its cache, and refuses none while it starts', async () => {
  const first = await startDev(dataDir);
  const { templateId } = await post(first.address, '/v1/templates', { name: 'Kept', code });
  const { url } = await post(first.address, '/v1/url', { templateId, variables: { title: 'Published' } });
  const published = await fetchFrom(first.address, url);
  expect(await first.stop('SIGTERM')).toBe(0);

  const statuses: number[] = [];
  let isReady = false;
  const starting = startDev(dataDir, {}, new URL(url).port).finally(() => {
    isReady = true;
  });
  // one after the other from before the port is there until the service says it has started
  while (!isReady) {
    // a loop without a pause would keep the processor from what it waits for
    const response = await fetch(url).catch(() => setTimeout(10));
    if (response) statuses.push(response.status);
  }
  const second = await starting;
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(second.address.apiKey).toBe(first.address.apiKey);
  expect(await fetchFrom(second.address, url)).toEqual(published);
  await second.stop('SIGKILL');
  await rm(join(dataDir, 's3', 'images'), { recursive: true, force: true });

  const third = await startDev(dataDir);
  expect(await fetchFrom(third.address, url)).toEqual(published);
  const again = await post(third.address, '/v1/url', { templateId, variables: { title: 'Published' } });
  expect(new URL(again.url).searchParams.get('rv')).toBe(new URL(url).searchParams.get('rv'));
  await third.stop();
});
