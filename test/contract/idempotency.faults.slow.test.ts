import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { warmSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { effort, figure, seed } from '../support/effort.ts';
import type { Fault } from '../support/faults/fault-proxy.ts';
import {
  type Answer,
  type Caller,
  card,
  type Request,
  stillCard,
  useFaultyService,
} from '../support/faults/service.ts';
import { closeSegments } from '../support/quota-store.ts';
import { randomFrom } from '../support/random.ts';
import { endRuns } from '../support/rows.ts';

/**
 * @promise Exact counting: Concurrent retries with one `Idempotency-Key`, with packets lost, late and duplicated: one
 *   unit and one answer, also when the last duplicate arrives
 * @figure long form: 10 rounds of 1,000 retries, 400 faults: one unit and one answer each time
 */

/**
 * @promise Exact counting: A process ends at any call of a keyed request, before or after its effect: a retry
 *   completes it once, and every later retry gets that answer
 * @figure ended at each of 6 calls of a mint, 6 of a batch, 5 of a creation, 12 of a generation of two; also for a
 *   revision, which creates one version
 */

const { service } = useFaultyService({
  answer: ({ messages }) => {
    const [, colour = '#fff'] = /in (#\w+)/.exec(JSON.stringify(messages[0]?.content)) ?? [];
    return { text: `\`\`\`jsx\n${stillCard(colour)}\n\`\`\`` };
  },
});
beforeAll(() => Promise.all([warmRenderWorker(), warmSandbox()]));

const mine = async (caller: Caller): Promise<number> =>
  (await service.call('listTemplates', { caller, query: { scope: 'mine' } })).json.templates.length;

/** Asks until there is an answer, as a client does. */
const untilAnswered = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await ask();
    if (answer.status < 409) return answer;
    await setTimeout(20 + randomInt(80));
  }
};

it('retries of one Idempotency-Key that race while the cloud fails take one unit and get one answer', async () => {
  const [racers, iterations] = [effort(60, 1_000), effort(1, 10)];
  const random = randomFrom(seed);
  let dealt = 0;
  const log = vi.spyOn(runtime, 'log');
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const caller = await service.anAccount();
    const templateId = await service.aTemplate(caller);
    const [key, body] = [randomUUID(), { templateId, variables: { title: `${iteration}` } }];
    let faults = 40;
    log.mockClear();
    service.cloud.dynamoDb.decide = () => {
      if (faults === 0 || random.int(0, 3) > 0) return undefined;
      faults -= 1;
      return random.pick<Fault>(['throttle', 'error', 'reset', 'lost', 'errorAfter', 'twice', 'twice', 'late']);
    };

    const ask = () => service.call('mintUrl', { caller, body, key, timeMs: 10_000 });
    const answers = await Promise.all(Array.from({ length: racers }, () => untilAnswered(ask)));

    dealt += 40 - faults;
    // what was copied or late arrives when all is over
    await service.cloud.dynamoDb.release();
    service.cloud.calm();
    const replayed = await ask();
    expect(replayed.json).toEqual(answers[0]?.json);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    // a run that cannot store its response returns it all the same; the next run then does the same
    const notStored = log.mock.calls.filter(([, message]) => message === 'response not stored').length;
    const firstHand = answers.filter(({ headers }) => headers['Idempotent-Replayed'] !== 'true').length;
    expect(firstHand).toBeLessThanOrEqual(1 + notStored);
    expect((await service.readUsage(caller)).mints).toBe(1);
  }
  log.mockRestore();
  figure(
    `racing retries of one key: ${racers} in each of ${iterations} rounds, seed ${seed}`,
    `one unit (${dealt} faults)`,
  );
});

/** Requests that take units or make something, another each time, and what each must have done in the end. */
const requests = {
  mintUrl: {
    body: (templateId: string, n: number) => ({ templateId, variables: { title: `${n}` } }),
    does: [1, 0, 0],
  },
  mintUrls: {
    body: (templateId: string, n: number) => ({ items: Array(3).fill({ templateId, variables: { title: `${n}` } }) }),
    does: [3, 0, 0],
  },
  createTemplate: {
    body: (_: string, n: number) => ({ name: 'Made', code: card(`#${100_000 + n}`) }),
    does: [0, 0, 1],
  },
  generateTemplates: {
    body: (_: string, n: number) => ({ items: [{ prompt: `one ${n}` }, { prompt: `two ${n}` }] }),
    does: [0, 2, 2],
  },
  reviseTemplate: { body: (_: string, n: number) => ({ prompt: `in #${100_000 + n}` }), does: [0, 1, 0] },
} as const;
type Id = keyof typeof requests;
/** Of calls of requests that ask a model, which have most, a short run takes every third. */
const stepOf = (id: Id) => (requests[id].does[1] > 0 ? effort(3, 1) : 1);

/** Has a run end with its process at its n-th call to a table: nothing is heard from there on. */
const crashAt = async (
  id: Id,
  request: Required<Pick<Request, 'caller' | 'body' | 'key' | 'path'>>,
  n: number,
  isDone: boolean,
) => {
  const over = new AbortController();
  let calls = 0;
  service.cloud.dynamoDb.decide = () => {
    calls += 1;
    if (calls < n) return undefined;
    // once what was on its way has had its effect
    void setTimeout(60).then(() => over.abort());
    return calls === n && isDone ? 'stallAfter' : 'stall';
  };
  const answer = await service.call(id, { ...request, isOver: over.signal }).catch(() => undefined);
  service.cloud.calm();
  return { isCrashed: calls >= n, answer };
};

it.each(Object.keys(requests) as Id[])(
  '%s with a key whose process ends at any of its calls is done once by the retry',
  async (id) => {
    const { body: getBody, does } = requests[id];
    const [mints, generations, templates] = does;
    const caller = await service.anAccount();
    const templateId = await service.aTemplate(caller);
    let crashes = 0;
    for (let n = 1; ; n += stepOf(id)) {
      const body = getBody(templateId, n);
      const key = randomUUID();
      const request = { caller, body, key, path: id === 'reviseTemplate' ? { templateId } : {} };
      const { isCrashed } = await crashAt(id, request, n, crashes % 2 === 1 || effort(0, 1) === 1);
      if (!isCrashed) break;
      crashes += 1;
      // now and then others have closed the segment meanwhile
      if (crashes % 3 === 0) {
        const { anchor } = (await service.store.account(caller.accountId)) ?? expect.fail();
        await closeSegments(caller.accountId, getBillingPeriod(anchor, new Date()));
      }
      await endRuns();

      const again = await service.call(id, request);
      const replayed = await service.call(id, request);

      expect([n, again.status]).toEqual([n, id === 'createTemplate' ? 201 : 200]);
      expect([n, replayed.json]).toEqual([n, again.json]);
      expect(replayed.headers['Idempotent-Replayed']).toBe('true');
      expect(await service.readUsage(caller)).toEqual({ mints: crashes * mints, generations: crashes * generations });
      expect(await mine(caller)).toBe(1 + crashes * templates);
      const { json: listed } = await service.call('listVersions', { caller, path: { templateId } });
      expect(listed.versions).toHaveLength(id === 'reviseTemplate' ? 1 + crashes : 1);
    }
    expect(crashes).toBeGreaterThan(3);
    figure(`crashes of ${id} with a key, at calls to a table`, crashes);
  },
);
