import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { warmRenderWorker } from '../../lambdas/isolation/render/render.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { effort } from '../support/effort.ts';
import { onDemandPath } from '../support/on-demand.ts';
import type { Call, Fault } from './fault-proxy.ts';
import { type Caller, card, type FaultyService, startFaultyService } from './service.ts';

let service: FaultyService;
let caller: Caller;
let templateId: string;
let signingKey: string;
beforeAll(async () => {
  service = await startFaultyService();
  await warmRenderWorker();
  await anew();
  expect((await service.onDemand(getPath('warm'))).status).toBe(200);
});
afterEach(() => service.cloud.calm());
afterAll(async () => {
  await closeWorkers();
  await service.close();
});

/** Begins with an account that has used nothing. */
const anew = async () => {
  caller = await service.anAccount();
  templateId = await service.aTemplate(caller);
  signingKey = (await service.call('createSigningKey', { caller, body: { name: 'site', dailyRenders: 1_000 } })).json
    .signingKey;
};
const getPath = (title: string) => onDemandPath(signingKey, { templateId, variables: { title } });
const isWrite = ({ operation }: Call): boolean => /^(PutItem|UpdateItem|DeleteItem)$|^PUT /.test(operation);

/** Leaves nothing of leases: as if the time of whoever held them were over. */
const endLeases = async () => {
  const { Items = [] } = await documents.send(
    new ScanCommand({
      TableName: process.env.TREES_TABLE,
      FilterExpression: 'part = :drawing',
      ExpressionAttributeValues: { ':drawing': 'drawing' },
    }),
  );
  for (const { address, part } of Items)
    await documents.send(new DeleteCommand({ TableName: process.env.TREES_TABLE, Key: { address, part } }));
};

/** Has the process end at its nth write: that one gets the fault, and nothing comes through after it. */
const endAt = (n: number, fault: Fault) => {
  let writes = 0;
  const decide = (call: Call): Fault | undefined => {
    if (writes > n) return 'reset';
    if (!isWrite(call)) return undefined;
    writes += 1;
    return writes > n ? fault : undefined;
  };
  Object.assign(service.cloud.dynamoDb, { decide });
  Object.assign(service.cloud.s3, { decide });
  return () => writes > n;
};

describe('a first request that ends at a write', () => {
  it.each(['reset', 'lost'] as const)('costs at most one unit and leaves one image: %s', async (fault) => {
    let ended = 0;
    for (let n = 0; n < 30; n += 1) {
      await anew();
      const path = getPath(`${fault} ${n}`);
      const isOver = endAt(n, fault);
      await service.onDemand(path);
      service.cloud.calm();
      if (!isOver()) break;
      ended += 1;
      await endLeases();
      // whatever the template says by now: what was claimed is what is shown, or nothing was shown before
      if (n % 2 === 0)
        await service.call('updateTemplate', { caller, path: { templateId }, body: { code: card('#000') } });

      const [first, second] = [await service.onDemand(path), await service.onDemand(path)];

      expect([n, first.status, second.status]).toEqual([n, 200, 200]);
      expect([n, first.bytes.equals(second.bytes)]).toEqual([n, true]);
      expect([n, (await service.readUsage(caller)).mints]).toEqual([n, 1]);
    }
    // lease, tree, claim, budget, unit, payment, lease, and the image's own
    expect(ended).toBeGreaterThan(8);
  });
});

describe('a first request while the cloud fails', () => {
  it.each(['throttle', 'error', 'reset', 'lost', 'errorAfter'] as const)(
    'comes through two failures in a row of any write: %s',
    async (fault) => {
      for (let n = 0; n < 30; n += effort(2, 1)) {
        await anew();
        const path = getPath(`two ${fault} ${n}`);
        let [writes, left] = [0, 2];
        service.cloud.dynamoDb.decide = (call) => {
          if (!isWrite(call) || left === 0) return undefined;
          writes += 1;
          if (writes <= n) return undefined;
          left -= 1;
          return fault;
        };

        const { status } = await service.onDemand(path);

        service.cloud.calm();
        expect([n, status, (await service.readUsage(caller)).mints]).toEqual([n, 200, 1]);
        if (left === 2) break;
      }
    },
  );

  it('is one for many that come at once', async () => {
    await anew();
    const path = getPath('at once');

    const answers = await Promise.all(Array.from({ length: effort(60, 1_000) }, () => service.onDemand(path)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect((await service.readUsage(caller)).mints).toBe(1);
    const claims = service.cloud.dynamoDb.calls.filter(
      ({ operation, body }) => operation === 'PutItem' && body.includes('"frozen"'),
    );
    expect(claims).toHaveLength(1);
  });

  it('evaluates nothing for a URL that failed, until its backoff is over', async () => {
    await anew();
    const made = await service.call('createTemplate', {
      caller,
      body: { name: 'x', code: card().replace('return', "if (title === 'x') null.x; return") },
    });
    const path = onDemandPath(signingKey, { templateId: made.json.templateId, variables: { title: 'x' } });
    expect((await service.onDemand(path)).json.code).toBe('INVALID_VARIABLES');
    service.cloud.calm();

    const again = await service.onDemand(path);

    expect([again.status, again.json.code]).toEqual([422, 'INVALID_VARIABLES']);
    expect(again.json.message).toContain('fails with these variables');
    // its plan is not even read
    expect(service.cloud.s3.calls).toEqual([]);
    // the lease, and the row of the list of failures: at most one for each URL and minute
    const writes = service.cloud.dynamoDb.calls.filter(isWrite).map(({ operation }) => operation);
    expect(writes).toEqual(['PutItem', 'PutItem']);
  });

  it('reads and writes nothing for a forged URL', async () => {
    const forged = getPath('forged').replace('.png', '.jpeg');
    service.cloud.calm();

    expect((await service.onDemand(forged)).json.code).toBe('INVALID_SIGNATURE');

    expect([...service.cloud.dynamoDb.calls, ...service.cloud.s3.calls]).toEqual([]);
  });
});
