import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signedQuery } from '../../lambdas/core/signing/image-query.ts';
import { newKeyring } from '../../lambdas/core/signing/keyring.ts';
import { treeAddress } from '../../lambdas/core/vnode/address.ts';
import { packTree } from '../../lambdas/core/vnode/stored-tree.ts';
import type { PortsOf, World } from '../../lambdas/ports/ports.ts';
import { remoteImages } from '../../lambdas/remote-images/remote-images.ts';
import { renderImage } from '../../lambdas/usecases/render-image.ts';
import { listen, type StandIn } from '../../local/listen.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';

const nothing = () => undefined;
const world: World = {
  now: () => new Date(),
  randomBytes: () => new Uint8Array(16),
  log: nothing,
  count: nothing,
  tellQuota: nothing,
};
const keyring = newKeyring(new Uint8Array(32), new Date(0));

onEmptyCloud();
let site: StandIn;
let ports: PortsOf<'renderImage'>;
/** What the site of the remote picture answers at this moment; undefined for 404. */
let answer: () => Promise<Buffer> | undefined;
let fetches = 0;

const square = (colour: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: colour } })
    .png()
    .toBuffer();

beforeAll(async () => {
  const server = createServer(async (_, response) => {
    fetches += 1;
    const bytes = await answer();
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'image/png' }).end(bytes);
  });
  site = await listen(server);
  const { dynamoDbTreePinner, dynamoDbTreeReader } = await import('../../lambdas/aws/dynamodb-trees.ts');
  const { s3ImageReader, s3ImageWriter } = await import('../../lambdas/aws/s3-images.ts');
  const { s3PinnedImageReader, s3PinnedImageWriter } = await import('../../lambdas/aws/s3-sources.ts');
  const environment = process.env as never;
  ports = {
    'signingKeys:verify': { keyring: async () => keyring },
    'images:read': s3ImageReader(environment),
    'images:write': s3ImageWriter(environment),
    'trees:read': dynamoDbTreeReader(environment),
    'trees:pin': dynamoDbTreePinner(environment),
    'pinnedImages:read': s3PinnedImageReader(environment),
    'pinnedImages:write': s3PinnedImageWriter(environment),
    'remoteImages:fetch': remoteImages({ allow: () => true, ports: [site.port] }),
  } as unknown as PortsOf<'renderImage'>;
});
afterAll(() => site.close());
beforeEach(() => {
  fetches = 0;
});

/** Stores a tree that shows the remote picture, and returns the query of its URL; another size is another cached picture. */
const aTree = async (templateId: string) => {
  const { dynamoDbTreeWriter } = await import('../../lambdas/aws/dynamodb-trees.ts');
  const picture = { type: 'img', props: { src: `${site.url}/${templateId}.png`, width: 20, height: 20 }, children: [] };
  const tree = packTree({ type: 'div', props: { style: { display: 'flex' } }, children: [picture] });
  const query = (width: number) => ({
    ...{ templateId, uid: 'u', exp: Date.now() + 60_000, rv: 'e1-0', tv: '1', variables: {} },
    options: { width, height: 20, format: 'png', devicePixelRatio: 1 } as const,
  });
  await dynamoDbTreeWriter(process.env as never).putAll(new Map([[treeAddress(query(20)), tree ?? expect.fail()]]));
  const [key = expect.fail()] = keyring.keys;
  return (width: number) => renderImage(ports, world, signedQuery(query(width), key));
};

const colourOf = async ({ bytes }: { bytes: Uint8Array }): Promise<string> => {
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return data.subarray(0, 3).toString('hex');
};

it('draws what the remote picture was at the first good render, whatever its address serves later', async () => {
  const render = await aTree('changing');
  answer = () => square('#ff0000');
  const first = await render(20);
  answer = () => square('#0000ff');

  const later = await render(21);

  expect([await colourOf(first), await colourOf(later), fetches]).toEqual(['ff0000', 'ff0000', 1]);
});

it('draws an empty box while the picture cannot be had, keeps nothing, and tries again', async () => {
  const render = await aTree('late');
  answer = () => undefined;
  const without = await render(20);
  answer = () => square('#00ff00');

  const withIt = await render(20);

  expect(without.missing).toEqual([`${site.url}/late.png (HTTP 404)`]);
  expect(withIt.missing).toEqual([]);
  expect([await colourOf(withIt), fetches]).toEqual(['00ff00', 2]);
});

it('does not pin a picture that cannot be drawn', async () => {
  const render = await aTree('damaged');
  answer = async () => (await square('#00ff00')).subarray(0, 40);
  const damaged = await render(20);
  answer = () => square('#00ff00');

  const mended = await render(20);

  expect(damaged.missing).toHaveLength(1);
  expect([mended.missing, await colourOf(mended)]).toEqual([[], '00ff00']);
});

it('agrees on one picture when two first renders see different ones', async () => {
  const render = await aTree('racing');
  answer = () => square(fetches % 2 === 0 ? '#ff0000' : '#0000ff');

  const [one, other] = await Promise.all([render(20), render(21)]);
  const third = await render(22);

  const colours = await Promise.all([one, other, third].map(colourOf));
  expect(new Set(colours).size).toBe(1);
});
