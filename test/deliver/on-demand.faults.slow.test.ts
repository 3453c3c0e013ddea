import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { engines } from '#engine/engines/engines.ts';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { deleteObject, listKeys } from '../../lambdas/aws/s3/client.ts';
import { getAccountImagesFolder } from '../../lambdas/domain/address.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { effort, figure, seed } from '../support/effort.ts';
import type { Call, Fault } from '../support/faults/fault-proxy.ts';
import { type Caller, card, type FaultyService, startFaultyService } from '../support/faults/service.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { mutatePath } from '../support/path-mutations.ts';
import { randomFrom } from '../support/random.ts';
import { endLeases } from '../support/rows.ts';

/**
 * @promise On-demand URLs: A first request, or a mint with `form: "path"`, that ends at any of its writes, before or
 *   after its effect: the next request completes it, for one unit and one image, even if the template has changed
 * @figure ended at each write
 */

/**
 * @promise On-demand URLs: Two failures in a row of any write; any write that arrives late, or twice: 200, one unit,
 *   the same bytes afterwards
 * @figure long form: every write of DynamoDB and S3
 */

/**
 * @promise On-demand URLs: Concurrent first requests for one URL: one evaluation, one unit, one image
 * @figure long form: 1,000 through one process, all 200 within 23 s. At a load of nine per core they waited longer
 *   than 50 s and got `RENDER_ERROR`, with one evaluation and one unit
 */

/**
 * @promise On-demand URLs: Template updated, restored or deleted, engine changed, stored images lost between two
 *   requests: the same bytes, no evaluation, no unit
 * @figure holds
 */

const evaluations = vi.hoisted(() => ({ count: 0 }));
vi.mock('#engine/isolation/sandbox/evaluate.ts', async (load) => {
  const original = await load<typeof import('#engine/isolation/sandbox/evaluate.ts')>();
  const evaluate: typeof original.evaluate = (...given) => {
    evaluations.count += 1;
    return original.evaluate(...given);
  };
  return { ...original, evaluate };
});

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

const anew = async () => {
  caller = await service.anAccount();
  templateId = await service.aTemplate(caller);
  signingKey = (await service.call('createSigningKey', { caller, body: { name: 'site', dailyRenders: 1_000 } })).json
    .signingKey;
};
/** Gives the template another background in each iteration. */
const changeTemplate = (n: number) =>
  service.call('updateTemplate', { caller, path: { templateId }, body: { code: card(`#${100_000 + n}`) } });
const getPath = (title: string) => onDemandPath(signingKey, { templateId, variables: { title } });
const isWrite = ({ operation }: Call): boolean => /^(PutItem|UpdateItem|DeleteItem)$|^PUT /.test(operation);

/** The calls of a request that are hit: all of them in the long form, every `step`th in the short one. */
const everyCall = (step: number): number[] =>
  Array.from({ length: 30 }, (_, n) => n).filter((n) => n % effort(step, 1) === 0);
const decideAll = (decide: (call: Call) => Fault | undefined) => {
  for (const proxy of [service.cloud.dynamoDb, service.cloud.s3]) Object.assign(proxy, { decide });
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
  decideAll(decide);
  return () => writes > n;
};

// before faults have used up what the clients may repeat
it('a first request is one for many that come at once', async () => {
  await anew();
  const path = getPath('at once');
  const before = evaluations.count;
  service.cloud.calm();

  const answers = await Promise.all(Array.from({ length: effort(60, 1_000) }, () => service.onDemand(path)));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  expect((await service.readUsage(caller)).mints).toBe(1);
  const claims = service.cloud.dynamoDb.calls.filter(
    ({ operation, body }) => operation === 'PutItem' && body.includes('"frozen"'),
  );
  expect(claims).toHaveLength(1);
  expect(evaluations.count - before).toBe(1);
  figure('first requests of one URL at once, evaluated once', answers.length);
});

it('a URL with variables that cannot be read says so while its signing key cannot be read', async () => {
  const table = process.env.SIGNING_KEYS_TABLE ?? 'none';
  service.cloud.dynamoDb.decide = ({ body }) => (body.includes(table) ? 'reset' : undefined);
  expect(await service.onDemand(onDemandPath(signingKey, { templateId, payload: 'AAAA' }))).toMatchObject({
    status: 422,
  });
});

it.each(['reset', 'lost'] as const)(
  'a first request that ends at a write costs at most one unit and leaves one image: %s',
  async (fault) => {
    await anew();
    let ended = 0;
    for (const n of everyCall(1)) {
      const path = getPath(`${fault} ${n}`);
      const isOver = endAt(n, fault);
      await service.onDemand(path);
      service.cloud.calm();
      if (!isOver()) break;
      ended += 1;
      await endLeases();
      // whatever the template says by now: what was claimed is what is shown, or nothing was shown before
      if (ended % 2 === 0) await changeTemplate(n);

      const [first, second] = [await service.onDemand(path), await service.onDemand(path)];

      expect([n, first.status, second.status]).toEqual([n, 200, 200]);
      expect([n, first.bytes.equals(second.bytes)]).toEqual([n, true]);
      expect([n, (await service.readUsage(caller)).mints]).toEqual([n, ended]);
    }
    // lease and claim, tree, unit, what is frozen; after the answer, the image
    expect(ended).toBeGreaterThan(4);
  },
);

it('a first request that ends before its image is frozen, and is made again in the next month, costs one unit of the month in which it began', async () => {
  await anew();
  const { anchor } = (await service.store.account(caller.accountId)) ?? expect.fail('There is no account.');
  const { start, end } = getBillingPeriod(anchor, new Date());
  const { now } = runtime;
  onTestFinished(() => void Object.assign(runtime, { now }));
  const setClock = (moment: number) => Object.assign(runtime, { now: () => new Date(moment) });
  const path = getPath('two months');
  let isOver = false;
  service.cloud.dynamoDb.decide = ({ operation, body }) => {
    isOver ||= operation === 'PutItem' && body.includes('"frozen"');
    return isOver ? 'reset' : undefined;
  };

  setClock(end.getTime() - 1_000);
  await service.onDemand(path);
  service.cloud.calm();
  await endLeases();
  setClock(end.getTime() + 60_000);
  const { status } = await service.onDemand(path);

  const months = [start, end].map((day) => service.store.usage(caller.accountId, getBillingPeriod(anchor, day)));
  const counts = (await Promise.all(months)).map(({ mints }) => mints);
  expect([isOver, status, counts]).toEqual([true, 200, [1, 0]]);
});

describe('a first request while the cloud fails', () => {
  const kinds = ['throttle', 'error', 'reset', 'lost', 'errorAfter'] as const;
  it.each(kinds)('comes through two failures in a row of any write: %s', async (fault) => {
    await anew();
    let requests = 0;
    for (const n of everyCall(2)) {
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
      requests += 1;
      expect([n, status, (await service.readUsage(caller)).mints]).toEqual([n, 200, requests]);
      if (left === 2) break;
    }
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
    // the row of the list of failures: at most one for each URL and minute
    const writes = service.cloud.dynamoDb.calls.filter(isWrite).map(({ operation }) => operation);
    expect(writes).toEqual(['PutItem']);
  });

  it('reads and writes nothing for a forged URL, and evaluates nothing', async () => {
    const random = randomFrom(seed);
    const paths = Array.from({ length: 20 }, (_, n) => getPath(`forged ${n}`));
    const verdicts = new Map<string, number>();
    service.cloud.calm();
    const before = evaluations.count;
    for (let left = effort(600, 100_000); left > 0; ) {
      const mutant = mutatePath(random, random.pick(paths));
      if (paths.includes(mutant)) continue;
      left -= 1;
      const { json, status } = await service.onDemand(mutant);
      expect([mutant, status, json.code]).toEqual([
        mutant,
        403,
        expect.stringMatching(/^(INVALID_SIGNATURE|URL_EXPIRED)$/),
      ]);
      verdicts.set(json.code, (verdicts.get(json.code) ?? 0) + 1);
    }

    figure(`mutated on-demand URLs at the origin, seed ${seed}`, JSON.stringify(Object.fromEntries(verdicts)));
    expect([...service.cloud.dynamoDb.calls, ...service.cloud.s3.calls]).toEqual([]);
    expect(evaluations.count).toBe(before);
  });
});

describe('between the first and the second request', () => {
  const engineId = engines.satori.id;
  afterEach(() => Object.assign(engines.satori, { id: engineId }));
  const update = () => service.call('updateTemplate', { caller, path: { templateId }, body: { code: card('#000') } });
  const remove = () => service.call('deleteTemplate', { caller, path: { templateId } });
  const loseImages = async () => {
    const bucket = process.env.IMAGES_BUCKET ?? '';
    const names = await listKeys(bucket, getAccountImagesFolder(caller.accountId));
    for (const name of names) await deleteObject(bucket, name);
    return names.length;
  };

  it.each([
    ['the template is updated', update],
    [
      'an earlier version is restored',
      async () => {
        await update();
        return service.call('restoreVersion', { caller, path: { templateId, version: '1' } });
      },
    ],
    ['another engine is installed', async () => Object.assign(engines.satori, { id: `${engineId}9` })],
    ['the template is deleted and the stored images are lost', async () => [await remove(), await loseImages()]],
  ])('%s: the same bytes, no evaluation and no unit', async (_what, change) => {
    await anew();
    const url = getPath('stays');
    const first = await service.onDemand(url);
    const before = evaluations.count;
    await change();
    const evaluated = evaluations.count - before;

    const second = await service.onDemand(url);

    expect([first.status, second.status, second.bytes.equals(first.bytes)]).toEqual([200, 200, true]);
    // the change itself may have evaluated
    expect(evaluations.count - before).toBe(evaluated);
    expect((await service.readUsage(caller)).mints).toBe(1);
  });
});

it.each(['late', 'twice'] as const)(
  'a call whose answer or effect comes late costs at most one unit and never another image: %s',
  async (fault) => {
    await anew();
    let tried = 0;
    for (const n of everyCall(3)) {
      const path = getPath(`${fault} ${n}`);
      let writes = 0;
      const decide = (call: Call): Fault | undefined => {
        if (!isWrite(call)) return undefined;
        writes += 1;
        return writes === n + 1 ? fault : undefined;
      };
      decideAll(decide);
      const first = await service.onDemand(path);
      service.cloud.calm();
      if (writes <= n) break;
      tried += 1;
      await changeTemplate(n);

      await service.cloud.dynamoDb.release();
      await service.cloud.s3.release();
      const [second, third] = [await service.onDemand(path), await service.onDemand(path)];

      expect([n, first.status, second.status, third.status]).toEqual([n, 200, 200, 200]);
      expect([n, second.bytes.equals(first.bytes), third.bytes.equals(first.bytes)]).toEqual([n, true, true]);
      expect([n, (await service.readUsage(caller)).mints]).toEqual([n, tried]);
    }
    // of the five writes, the first and every third
    expect(tried).toBeGreaterThan(effort(1, 4));
  },
);

describe('a mint of the form "path" that ends at a write', () => {
  it.each(['reset', 'lost'] as const)(
    'is finished by the next one or by a request, for one unit: %s',
    async (fault) => {
      await anew();
      let ended = 0;
      for (const n of everyCall(1)) {
        const body = { form: 'path', templateId, variables: { title: `${fault} ${n}` } };
        const isOver = endAt(n, fault);
        await service.call('mintUrl', { caller, body });
        service.cloud.calm();
        if (!isOver()) break;
        ended += 1;
        await changeTemplate(n);

        // whichever comes first freezes
        const path = onDemandPath(signingKey, { ...body, format: 'webp' });
        const first = ended % 2 === 0 ? await service.onDemand(path) : undefined;
        const { status, json } = await service.call('mintUrl', { caller, body });
        const second = await service.onDemand(new URL(json.url).pathname);

        expect([n, status, second.status, (first ?? second).bytes.equals(second.bytes)]).toEqual([n, 200, 200, true]);
        expect([n, (await service.readUsage(caller)).mints]).toEqual([n, ended]);
      }
      // tree, claim, unit, what is frozen
      expect(ended).toBeGreaterThan(3);
    },
  );

  it('and one whose unit is refused leaves the image to whoever has one', async () => {
    await anew();
    const key = await service.call('createKey', { caller, body: { name: 'ci', scopes: ['mint'], monthlyMints: 1 } });
    const limited = { ...caller, apiKey: key.json.apiKey };
    const bodies = [1, 2, 3].map((n) => ({ form: 'path', templateId, variables: { title: `withdrawn ${n}` } }));

    const minted = await Promise.all(bodies.map((body) => service.call('mintUrl', { caller: limited, body })));
    const requested = await Promise.all(
      bodies.map((body) => service.onDemand(onDemandPath(signingKey, { ...body, format: 'webp' }))),
    );

    expect(minted.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
    expect(requested.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await service.readUsage(caller)).mints).toBe(3);
  });
});
