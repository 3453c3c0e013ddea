import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { scanItems } from '../../lambdas/aws/dynamodb/table.ts';
import type { ConverseRequest } from '../../local/bedrock.ts';
import { getUseUp } from '../support/budgets.ts';
import type { Call } from '../support/faults/fault-proxy.ts';
import { type Caller, card, stillCard, useFaultyService } from '../support/faults/service.ts';

const fenced = (code: string) => ({ text: `\`\`\`jsx\n${code}\n\`\`\`` });
const { service } = useFaultyService({
  answer: ({ messages }: ConverseRequest) => {
    const prompt = JSON.stringify(messages[0]);
    if (prompt.includes('never')) return 'stall';
    if (prompt.includes('stalls later'))
      return messages.length > 1 ? 'stall' : fenced(card().replace('fontSize: 12', 'fontSize: 120'));
    return fenced(stillCard());
  },
});
beforeAll(() => warmRenderWorker());

/** Starts a generation with a key of its own. */
const start = (caller: Caller, ...prompts: string[]) => {
  const key = randomUUID();
  const body = { items: prompts.map((prompt) => ({ prompt })) };
  return { key, answer: service.call('generateTemplates', { caller, body, key, timeMs: 600_000 }) };
};
const look = (caller: Caller, generationId: string) =>
  service.call('getGeneration', { caller, path: { generationId } });
const cancel = (caller: Caller, generationId: string) =>
  service.call('cancelGeneration', { caller, path: { generationId } });
/** Waits until the first item of a generation has a step. */
const reach = async (caller: Caller, key: string, step: string, iteration: number) => {
  for (;;) {
    const [item] = (await look(caller, key)).json.items ?? [];
    if (item?.step === step && item.iteration === iteration) return;
    await pause(20);
  }
};
const outcomes = (json: { results: { ok: boolean; error?: { code: string } }[] }): string[] =>
  json.results.map(({ ok, error }) => (ok ? 'ok' : (error?.code ?? '')));
const mine = async (caller: Caller): Promise<number> =>
  (await service.call('listTemplates', { caller, query: { scope: 'mine' } })).json.templates.length;
const used = async (caller: Caller) => (await service.readUsage(caller)).generations;
const isOfGeneration = ({ operation, body }: Call) => operation === 'UpdateItem' && body.includes('"generation ');

describe('a generation that is canceled', () => {
  it('while the model writes: what is not saved is not counted, what is saved stays', async () => {
    const caller = await service.anAccount();
    const { key, answer } = start(caller, 'never', 'good', 'stalls later');
    await reach(caller, key, 'writing', 1);
    while ((await mine(caller)) === 0) await pause(20);

    const [first, second] = await Promise.all([cancel(caller, key), cancel(caller, key)]);

    expect([first.status, first.json.status, second.status, second.json.status]).toEqual([
      ...[200, 'canceling'],
      ...[200, 'canceling'],
    ]);
    expect(outcomes((await answer).json)).toEqual(['GENERATION_CANCELED', 'ok', 'GENERATION_CANCELED']);
    expect([await used(caller), await mine(caller)]).toEqual([1, 1]);
    const steps = (await look(caller, key)).json.items.map(({ step }: { step: string }) => step);
    expect([(await look(caller, key)).json.status, ...steps]).toEqual(['ended', 'canceled', 'saved', 'canceled']);
    // the request repeated says the same, and starts nothing
    const body = { items: ['never', 'good', 'stalls later'].map((prompt) => ({ prompt })) };
    const again = await service.call('generateTemplates', { caller, body, key, timeMs: 600_000 });
    expect(again.json).toEqual((await answer).json);
  });

  it('in its second iteration: a template that could be saved is not', async () => {
    const caller = await service.anAccount();
    const { key, answer } = start(caller, 'stalls later');
    await reach(caller, key, 'writing', 2);
    const { json } = await look(caller, key);
    expect(json).toEqual({
      generationId: key,
      status: 'running',
      items: [{ step: 'writing', iteration: 2, iterations: 3 }],
    });

    await cancel(caller, key);

    expect(outcomes((await answer).json)).toEqual(['GENERATION_CANCELED']);
    expect([await used(caller), await mine(caller)]).toEqual([0, 0]);
  });

  it('after its end: stays as it is', async () => {
    const caller = await service.anAccount();
    const { key, answer } = start(caller, 'good');
    await answer;

    const { status, json } = await cancel(caller, key);

    expect([status, json.status, json.items[0].step]).toEqual([200, 'ended', 'saved']);
    expect([await used(caller), await mine(caller)]).toEqual([1, 1]);
  });

  it('counts as a failed one: who cancels forever is refused', async () => {
    const caller = await service.anAccount();
    await getUseUp(service.store, caller.accountId, 'failed', 1);
    const { key, answer } = start(caller, 'never');
    await reach(caller, key, 'writing', 1);
    await cancel(caller, key);
    await answer;

    expect((await start(caller, 'never').answer).json.code).toBe('TOO_MANY_FAILED_GENERATIONS');
    expect(await used(caller)).toBe(0);
  });
});

it('whichever call to the database it races with, a cancel leaves a template that is counted, or none', async () => {
  let ended = 0;
  const seen = new Set<string>();
  for (let at = 0; ended < 2; at += 1) {
    const caller = await service.anAccount();
    let [calls, key] = [0, ''];
    let canceled: ReturnType<typeof cancel> | undefined;
    service.cloud.dynamoDb.decide = async ({ operation }) => {
      if (canceled || operation !== 'UpdateItem') return undefined;
      calls += 1;
      if (calls <= at) return undefined;
      // the call waits for the cancel
      canceled = cancel(caller, key);
      await canceled;
      return undefined;
    };
    const { key: id, answer } = start(caller, 'good');
    key = id;
    const [outcome] = outcomes((await answer).json);
    service.cloud.calm();
    const isSaved = outcome === 'ok';
    expect([at, outcome]).toEqual([at, isSaved ? 'ok' : 'GENERATION_CANCELED']);
    expect([at, await used(caller), await mine(caller)]).toEqual([at, Number(isSaved), Number(isSaved)]);
    const { status, items = [] } = (await canceled)?.json ?? {};
    // a cancel that was told that nothing is being saved ends it
    if (status === 'canceling' && !/^sav/.test(items[0].step)) expect([at, isSaved]).toEqual([at, false]);
    seen.add(outcome ?? '');
    if (!canceled) ended += 1;
  }
  expect([...seen].sort()).toEqual(['GENERATION_CANCELED', 'ok']);
});

describe('when the record of the progress', () => {
  it('cannot be written, the generation goes on', async () => {
    const caller = await service.anAccount();
    service.cloud.dynamoDb.decide = (call) => (isOfGeneration(call) ? 'error' : undefined);

    const { answer } = start(caller, 'good');

    expect(outcomes((await answer).json)).toEqual(['ok']);
    expect(await used(caller)).toBe(1);
  });

  it('is written and the answer is lost, it can be canceled', async () => {
    const caller = await service.anAccount();
    let isLost = false;
    service.cloud.dynamoDb.decide = (call) => {
      if (isLost || !isOfGeneration(call)) return undefined;
      isLost = true;
      return 'lost';
    };
    const { key, answer } = start(caller, 'never');
    await reach(caller, key, 'writing', 1);
    await cancel(caller, key);

    expect(outcomes((await answer).json)).toEqual(['GENERATION_CANCELED']);
    expect([isLost, await used(caller)]).toEqual([true, 0]);
  });
});

it('a thousand cancels of what is not there, or is another account’s, change and store nothing', async () => {
  const [caller, other] = [await service.anAccount(), await service.anAccount()];
  const { key, answer } = start(other, 'never');
  await reach(other, key, 'writing', 1);
  const count = async () => (await Array.fromAsync(scanItems(process.env.IDEMPOTENCY_TABLE ?? ''))).length;
  const before = await count();

  for (let n = 0; n < 100; n += 1) {
    const ids = Array.from({ length: 10 }, (_, digit) => (digit === 0 ? key : `${n} ${digit}`));
    const answers = await Promise.all(ids.map((id) => cancel(caller, id)));
    expect(new Set(answers.map(({ json }) => json.code))).toEqual(new Set(['GENERATION_NOT_FOUND']));
  }

  expect([await count(), (await look(other, key)).json.status]).toEqual([before, 'running']);
  await cancel(other, key);
  expect(outcomes((await answer).json)).toEqual(['GENERATION_CANCELED']);
});
