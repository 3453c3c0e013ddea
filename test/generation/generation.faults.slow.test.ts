import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type ConverseAnswer, throttled } from '../../local/bedrock.ts';
import { type Call, isTreeWrite } from '../support/faults/fault-proxy.ts';
import { type Caller, card, stillCard, useFaultyService } from '../support/faults/service.ts';

/**
 * @promise AWS failures: Whatever the model does, each item has its own error and consumes no quota
 * @figure throttled, reset, silent, 5xx, HTML, nothing, prose, half a template, loops, large lists
 */

/**
 * @promise AWS failures: A generation that cannot be stored consumes no quota; one whose answer was lost is stored
 *   once and counts once
 * @figure holds for each write
 */

const { service } = useFaultyService({ answer: ({ messages }) => answers(getText(messages), messages.length > 1) });
beforeAll(() => warmRenderWorker());

const getText = (messages: readonly { content: readonly object[] }[]): string =>
  (messages[0]?.content ?? []).map((block) => ('text' in block ? String(block.text) : '')).join('');
const fenced = (code: string): ConverseAnswer => ({ text: `\`\`\`jsx\n${code}\n\`\`\`` });
const running = (expression: string): ConverseAnswer =>
  fenced(`export default function A() { ${expression}; return <div>x</div>; }`);

const behaviours: Readonly<Record<string, ConverseAnswer>> = {
  good: fenced(stillCard()),
  throttled,
  reset: 'reset',
  'server error': { error: 'InternalServerException', status: 500 },
  'not ready': { error: 'ModelNotReadyException', status: 429 },
  'timed out': { error: 'ModelTimeoutException', status: 408 },
  nonsense: { nonsense: '<html>' },
  'empty object': { nonsense: '{}' },
  refused: { error: 'ValidationException', status: 400 },
  'nothing at all': { text: '' },
  'too large': fenced(
    `export default () => <p data-noise={Array.from({ length: 70_000 }, () => Math.random().toString(36)).join('')}>x</p>;`,
  ),
  prose: { text: 'I would rather write a poem.' },
  'half a template': { text: `\`\`\`jsx\n${card().slice(0, 120)}`, stopReason: 'max_tokens' },
  'endless loop': running('for (;;) {}'),
  'loop in a job': fenced('export default async function A() { for (;;) await 1; }'),
  'large lists': running('const all = Array.from({ length: 9 }, () => new Uint8Array(1e7))'),
  'a module of Node': running(`require('node:path').sep`),
  'too deep': fenced(`const n = (d) => d ? <div>{n(d - 1)}</div> : 'x';
    export default function A() { return n(101); }`),
  'a long word': fenced(`export default function A() { return <div>{'x'.repeat(2001)}</div>; }`),
};
/** What uses up its time once has been seen to; asked to repair it the model gives up. */
const costly = ['endless loop', 'loop in a job', 'large lists', 'a long word', 'too deep'];
const answers = async (prompt: string, isRepair: boolean): Promise<ConverseAnswer> => {
  if (isRepair && costly.includes(prompt)) return { text: 'no' };
  if (prompt.startsWith('a while, then ')) {
    await pause(prompt.endsWith('reset') ? 150 : 400);
    return answers(prompt.replace('a while, then ', ''), isRepair);
  }
  return Object.entries(behaviours).find(([name]) => prompt.startsWith(name))?.[1] ?? { text: 'no' };
};

const getBody = (prompts: readonly string[]) => ({ items: prompts.map((prompt) => ({ prompt })) });
const generate = (caller: Caller, prompts: readonly string[]) =>
  service.call('generateTemplates', { caller, body: getBody(prompts), timeMs: 600_000 });
/** A generation whose time is over once everything good in it is stored, however long that takes. */
const generateUntilStored = async (caller: Caller, prompts: readonly string[]) => {
  const time = new AbortController();
  const good = prompts.filter((prompt) => prompt.endsWith('good')).length;
  let isDone = false;
  const running = service
    .call('generateTemplates', { caller, body: getBody(prompts), isOver: time.signal })
    .finally(() => {
      isDone = true;
    });
  while (!isDone && (await mine(caller)) < good) await pause(50);
  time.abort();
  return running;
};
const isRecordWrite = ({ operation }: Call): boolean => operation === 'PutItem';
const outcomes = (json: { results: { ok: boolean; error?: { code: string } }[] }): string[] =>
  json.results.map(({ ok, error }) => (ok ? 'ok' : (error?.code ?? '')));
const mine = async (caller: Caller): Promise<number> =>
  (await service.call('listTemplates', { caller, query: { scope: 'mine' } })).json.templates.length;

describe('a generation', () => {
  it.concurrent.each([
    [['nonsense', 'good', 'empty object', 'prose', 'nothing at all']],
    [['half a template', 'good', 'server error', 'not ready', 'timed out']],
    [['endless loop', 'good', 'loop in a job', 'large lists', 'a module of Node']],
    [['good', 'too deep', 'a long word', 'too large', 'good']],
    [['good', 'reset', 'throttled']],
  ])('fails by itself and costs nothing: %j', async (prompts) => {
    const caller = await service.anAccount();
    // a busy model is asked until the time is over; what is answered at once has all the time it needs
    const isBusy = prompts.some((prompt) => /throttled|not ready|timed out|reset|server error/.test(prompt));

    const { status, json } = await (isBusy ? generateUntilStored : generate)(caller, prompts);

    expect(status).toBe(200);
    const found = outcomes(json);
    const good = found.filter((outcome) => outcome === 'ok').length;
    found.forEach((outcome, n) => {
      const expected = prompts[n] === 'good' ? 'ok' : expect.stringMatching(/^(PARSE|GENERATION)_FAILED$/);
      expect([prompts[n], outcome]).toEqual([prompts[n], expected]);
    });
    expect(await service.readUsage(caller)).toEqual({ mints: 0, generations: good });
    expect(await mine(caller)).toBe(good);
  });

  it('does not end with the connection of another', async () => {
    const prompts = ['a while, then good', 'a while, then reset', 'a while, then good'];

    const { json } = await generateUntilStored(await service.anAccount(), prompts);

    expect(outcomes(json)).toEqual(['ok', 'GENERATION_FAILED', 'ok']);
  });

  it('logs for operators why the model failed, and tells the caller only that it failed', async () => {
    const [log, count] = [vi.spyOn(runtime, 'log'), vi.spyOn(runtime, 'count')];

    const { json } = await generate(await service.anAccount(), ['refused', 'prose']);

    const lines = log.mock.calls.filter(([, message]) => message === 'generation failed');
    const failures = count.mock.calls.filter(([counts]) => 'GenerationFailures' in counts);
    vi.restoreAllMocks();
    expect(outcomes(json)).toEqual(['GENERATION_FAILED', 'PARSE_FAILED']);
    expect(JSON.stringify(json)).not.toContain('Validation');
    expect(lines).toContainEqual([
      'error',
      'generation failed',
      { code: 'GENERATION_FAILED', cause: expect.objectContaining({ name: 'ValidationException' }) },
    ]);
    expect(failures).toHaveLength(1);
  });

  it('is there and counted although the time was over before the answer of writing its record came', async () => {
    const caller = await service.anAccount();
    const time = new AbortController();
    let writes = 0;
    service.cloud.dynamoDb.decide = (call) => {
      if (!isRecordWrite(call)) return undefined;
      writes += 1;
      if (writes === 1) return 'lost';
      time.abort();
      return 'error';
    };

    const { json } = await service.call('generateTemplates', { caller, body: getBody(['good']), isOver: time.signal });

    service.cloud.calm();
    expect([outcomes(json), writes]).toEqual([['ok'], 2]);
    expect(await service.readUsage(caller)).toEqual({ mints: 0, generations: 1 });
    expect(await mine(caller)).toBe(1);
  });

  it.each<[string, 'dynamoDb' | 's3', (call: Call) => boolean]>([
    ['record', 'dynamoDb', isRecordWrite],
    ['tree', 'dynamoDb', isTreeWrite],
    ['code', 's3', () => true],
  ])('whose %s cannot be stored costs nothing', async (_what, where, isHit) => {
    const caller = await service.anAccount();
    service.cloud[where].decide = (call) => (isHit(call) ? 'error' : undefined);

    const { json } = await generate(caller, ['good']);

    service.cloud.calm();
    expect(outcomes(json)).toEqual(['GENERATION_FAILED']);
    expect(await service.readUsage(caller)).toEqual({ mints: 0, generations: 0 });
    expect(await mine(caller)).toBe(0);
  });

  it.each([
    ['record', isRecordWrite],
    ['unit', (call: Call) => call.operation === 'UpdateItem' && !isTreeWrite(call)],
    ['tree', isTreeWrite],
  ])('is there once and costs one although the answer of writing its %s was lost', async (_what, isOurs) => {
    const caller = await service.anAccount();
    let isOpen = true;
    service.cloud.dynamoDb.decide = (call) => {
      const hit = isOpen && isOurs(call);
      isOpen &&= !hit;
      return hit ? 'lost' : undefined;
    };

    const { json } = await generate(caller, ['good']);

    expect([outcomes(json), isOpen]).toEqual([['ok'], false]);
    service.cloud.calm();
    expect(await service.readUsage(caller)).toEqual({ mints: 0, generations: 1 });
    expect(await mine(caller)).toBe(1);
  });

  it('whose unit is gone by then is discarded', async () => {
    const caller = await service.anAccount({ plan: 'starter', generationsUsed: 49 });

    const refusals = vi.spyOn(runtime, 'count');
    const { json } = await generate(caller, ['good', 'good', 'good', 'good', 'good']);

    expect(refusals.mock.calls.filter(([counts]) => 'QuotaRefusals' in counts)).toHaveLength(4);
    refusals.mockRestore();
    expect(outcomes(json).toSorted()).toEqual([...Array(4).fill('QUOTA_EXCEEDED'), 'ok']);
    expect([(await service.readUsage(caller)).generations, await mine(caller)]).toEqual([50, 1]);
  });
});
