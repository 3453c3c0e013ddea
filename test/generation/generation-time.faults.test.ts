import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import * as adapters from '../../lambdas/aws/adapters.ts';
import { connect } from '../../lambdas/aws/connect.ts';
import { generateTemplates } from '../../lambdas/generation/generate-templates.ts';
import type { Call } from '../../lambdas/ports/use-case.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type ConverseRequest, throttled } from '../../local/bedrock.ts';
import { useFaultyService } from '../support/faults/service.ts';

/**
 * @promise AWS failures: One request to the model has 70 s, all of generation 150 s
 * @figure set, not tested against the clock
 */

/**
 * @promise AWS failures: If the time for generation ends while models stall, throttle and answer prose, every item
 *   has a result (the best so far or its own error), and only saved items consume quota
 * @also test/generation/write-template.alone.slow.test.ts
 * @figure five items: two saved after the first iteration, two units
 */

const overflowing = `\`\`\`jsx
export const options = { width: 600, height: 315 };
export default function Card({ title = 'A headline that is too long for its box' }) {
  return <div style={{ fontSize: 60, height: 40, width: 200, background: '#fff', color: '#111' }}>{title}</div>;
}
\`\`\``;

const { service, bedrock } = useFaultyService({
  answer: ({ messages }: ConverseRequest) => {
    const message = messages[0]?.content.map((block) => ('text' in block ? block.text : '')).join('') ?? '';
    const isFirst = messages.length === 1;
    if (message.includes('never')) return 'stall';
    if (message.includes('throttled')) return throttled;
    if (message.includes('prose')) return { text: 'no' };
    if (isFirst) return { text: overflowing };
    // the best so far is there; whatever comes now never ends
    return message.includes('throttles later') ? throttled : 'stall';
  },
});
beforeAll(() => warmRenderWorker());

it('ends when the time is over with an answer for each item: the best so far, or its own error', async () => {
  const ports = connect('generateTemplates', adapters);
  const caller = await service.anAccount();
  const account = (await service.store.account(caller.accountId)) ?? expect.fail();
  const prompts = ['stalls later', 'never answers', 'prose', 'throttles later', 'never answers'];
  const time = new AbortController();
  const atRequest = { ...runtime, writeQuotaHeaders: () => undefined };

  const { body } = await generateTemplates(
    ports,
    atRequest,
    { caller: account, body: { items: prompts.map((prompt) => ({ prompt })) } } as Call<'generateTemplates'>,
    time.signal,
  );
  // both templates are there and their second answers are waited for; the item of prose has been asked three times
  const repairs = (word: string) =>
    bedrock.requests.filter(({ messages }) => messages.length > 1 && JSON.stringify(messages[0]).includes(word)).length;
  while (repairs('stalls later') === 0 || repairs('throttles later') === 0 || repairs('prose') < 2) await pause(50);
  time.abort();
  const { results } = await body;

  expect(results.map((one) => (one.ok ? one.report.rounds : one.error.code))).toEqual([
    1,
    'GENERATION_FAILED',
    // its last answer may wait for its trial
    expect.stringMatching(/^(PARSE|GENERATION)_FAILED$/),
    1,
    'GENERATION_FAILED',
  ]);
  const [first] = results;
  expect(first?.ok && first.report.findings[0]).toMatchObject({ code: 'overflow', line: 3 });
  expect(await service.readUsage(caller)).toEqual({ mints: 0, generations: 2 });
});
