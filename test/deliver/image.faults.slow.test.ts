import { beforeAll, describe, expect, it } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { type Caller, useFaultyService } from '../support/faults/service.ts';
import { endLeases, renderLeases } from '../support/rows.ts';

/**
 * @promise AWS failures: The images bucket is down, slow or truncated: 200 with `X-Cache: render`, the same bytes
 * @figure 5 kinds of failure; a stalled bucket costs 1.5 s to read and 3 s to write
 */

/**
 * @promise AWS failures: A failed write of a rendered image fails no answer
 * @figure error, stall, lost
 */

const { service } = useFaultyService();
let caller: Caller;
let templateId: string;
beforeAll(async () => {
  await warmRenderWorker();
  caller = await service.anAccount();
  templateId = await service.aTemplate(caller);
  const { status } = await service.image(await mint('warm'));
  if (status !== 200) throw new Error('The service does not render.');
});

const mint = async (title: string): Promise<string> =>
  (await service.call('mintUrl', { caller, body: { templateId, variables: { title } } })).json.url;
const isCache = (operation: string): boolean => operation.includes('/images/');

describe('an image while the cloud fails', () => {
  it.each(['stall', 'error', 'cut', 'throttle', 'reset'] as const)(
    'is rendered when the object cache is down: %s',
    async (fault) => {
      const url = await mint(`cache ${fault}`);
      const first = await service.image(url);
      service.cloud.s3.decide = ({ operation }) => (isCache(operation) ? fault : undefined);

      const { status, headers, bytes } = await service.image(url);

      expect(first.headers['X-Cache']).toBe('render');
      expect([status, headers['X-Cache']]).toEqual([200, 'render']);
      expect(bytes.equals(first.bytes)).toBe(true);
      service.cloud.calm();
      expect((await service.image(url)).headers['X-Cache']).toBe('object-cache');
    },
  );

  it.each(['stall', 'error', 'errorAfter'] as const)('is served although it cannot be cached: %s', async (fault) => {
    const url = await mint(`put ${fault}`);
    service.cloud.s3.decide = ({ operation }) => (operation.startsWith('PUT') ? fault : undefined);

    const { status, headers } = await service.image(url);

    expect([status, headers['X-Cache'], headers['Cache-Control']]).toEqual([200, 'render', 'public, max-age=86400']);
  });

  it('needs no secret once the function is warm', async () => {
    const url = await mint('no secret');
    service.cloud.secrets.decide = () => 'error';

    expect((await service.image(url)).status).toBe(200);
  });

  it.each(['stall', 'error', 'throttle', 'reset'] as const)(
    'is a clean 500 that no cache keeps when its tree cannot be read: %s',
    async (fault) => {
      const url = await mint(`tree ${fault}`);
      service.cloud.dynamoDb.decide = () => fault;

      const { status, json, headers } = await service.image(url, 4_500);

      expect([status, json.code, headers['Cache-Control']]).toEqual([500, 'RENDER_ERROR', 'no-store']);
      service.cloud.calm();
      expect((await service.image(url)).status).toBe(200);
    },
  );

  it.each(['Query', 'PutItem', 'DeleteItem'])(
    'comes through two failures of %s, of any kind, and leaves nothing behind',
    async (operation) => {
      for (const kind of ['throttle', 'error', 'reset', 'lost', 'errorAfter'] as const) {
        const url = await mint(`two ${operation} ${kind}`);
        let left = 2;
        service.cloud.dynamoDb.decide = (call) => {
          if (call.operation !== operation || left === 0) return undefined;
          left -= 1;
          return kind;
        };

        const { status } = await service.image(url);

        service.cloud.calm();
        const isCached = (await service.image(url)).headers['X-Cache'] === 'object-cache';
        expect([kind, status, left, isCached, await renderLeases()]).toEqual([kind, 200, 0, true, []]);
      }
    },
  );

  it('that is rendered but cannot be forgotten as an attempt is there all the same', async () => {
    const url = await mint('not forgotten');
    service.cloud.dynamoDb.decide = ({ operation }) => (operation === 'DeleteItem' ? 'error' : undefined);

    const first = await service.image(url);

    service.cloud.calm();
    const second = await service.image(url);
    expect([first.status, second.status, second.headers['X-Cache']]).toEqual([200, 200, 'object-cache']);
    await endLeases();
  });

  it('is retried after a short backoff when its lease cannot be read or written', async () => {
    const url = await mint('no turn');
    service.cloud.dynamoDb.decide = ({ operation }) => (operation === 'PutItem' ? 'error' : undefined);

    const { status, headers } = await service.image(url);

    expect([status, headers['Cache-Control'], headers['Retry-After']]).toEqual([500, 'no-store', undefined]);
    service.cloud.calm();
    expect((await service.image(url)).status).toBe(200);
  });
});
