import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256Hex } from '#engine/hash.ts';
import { clockTemplate } from '../support/clock-abuse.ts';
import { effort, figure } from '../support/effort.ts';
import { useFolder } from '../support/folder.ts';
import { randomFrom } from '../support/random.ts';
import { type ServiceAddress, startDev } from '../support/running-service.ts';
import { sendTo } from '../support/send-to.ts';

const images = effort(6, 1_000);
const options = `export const options = { width: 400, height: 240, format: 'png' };`;

const dataDir = useFolder();

/** The image's hash, from wherever the image host listens this time, and where it came from. */
const fetchFrom = async ({ imageUrl }: ServiceAddress, { pathname, search }: URL) => {
  const response = await fetch(imageUrl + pathname + search);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, from: response.headers.get('x-image-cache'), hash: sha256Hex(bytes) };
};

it(`${images} images of templates that abuse clock and chance are the same after a restart`, async () => {
  const random = randomFrom(2002);
  const first = await startDev(dataDir);
  const published: { url: URL; code: string; image: Awaited<ReturnType<typeof fetchFrom>> }[] = [];
  let refused = 0;
  while (published.length < images) {
    const code = `${options}\n${clockTemplate(random, true)}`;
    const saved = await sendTo(first.address, 'POST', '/v1/templates', { name: 'clock', code });
    const order = { templateId: saved.json.templateId, variables: { n: 1 } };
    const mint = await sendTo(first.address, 'POST', '/v1/url', order);
    if (mint.status !== 200) {
      refused += 1;
      continue;
    }
    const url = new URL(mint.json.url);
    published.push({ url, code, image: await fetchFrom(first.address, url) });
  }
  await first.stop();
  await rm(join(dataDir, 's3', 'images'), { recursive: true, force: true });

  const second = await startDev(dataDir);
  for (const { url, code, image } of published.toReversed())
    expect(await fetchFrom(second.address, url), code).toEqual({ ...image, from: 'render' });
  await second.stop();

  figure('published images abusing clock and chance: the same after a restart without caches', published.length);
  figure('of these different from each other', new Set(published.map(({ image }) => image.hash)).size);
  figure('templates abusing clock and chance that were refused', refused);
  expect(published.map(({ image }) => [image.status, image.from])).toEqual(Array(images).fill([200, 'render']));
});
