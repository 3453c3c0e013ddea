import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeSandboxes, evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { evaluationTimeMs } from '#engine/isolation/sandbox/evaluation.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { draft } from '../support/draft.ts';
import { anAccount, aTemplate, type Caller, readUsage, send } from '../support/service.ts';

/**
 * @promise Template code: Using nearly the whole limit in every step
 * @how all steps of compiling share 4 s of processor time; AI generation has 150 s, any request its function's
 *   timeout less 2 s (decision 90)
 * @also test/mint/schedules.faults.slow.test.ts
 * @figure long form: saved after 4.2 s; the batch answered after 8.6 s
 */

/** Rounds of a loop that keep the interpreter busy for as long as one evaluation may take. */
let iterations = 0;
let caller: Caller;

const loop = (times: number): string => `let spent = 0; for (let i = 0; i < ${times}; i += 1) spent += i % 7;`;
/** Processor time that a loop takes, in milliseconds. */
const spentMs = async (times: number): Promise<number> => {
  const drafted = await draft(`export default () => { ${loop(times)} return <p>{spent}</p>; };`);
  if (!('script' in drafted)) throw new Error('The loop is not a template.');
  const budget = cpuBudget(evaluationTimeMs);
  await evaluate({ script: drafted.script, variables: {}, clock: 0, seed: '' }, budget);
  return evaluationTimeMs - budget.leftMs();
};
beforeAll(async () => {
  caller = await anAccount();
  const trial = 2_000_000;
  const ms = Math.min(await spentMs(trial), await spentMs(trial), await spentMs(trial));
  iterations = Math.floor((trial * evaluationTimeMs) / ms);
});
afterAll(closeSandboxes);

describe('templates that take most of what they may', () => {
  it('in every step of being saved are saved, whatever else the machine does', async () => {
    const code = `${loop(iterations / 2)}
      export default function T({ items }) { return <div>{items.map((x) => x)} {spent}</div>; }`;

    const { status, json } = await send('POST', '/v1/templates', { caller, body: { name: 'slow', code } });

    expect([status, json.code]).toEqual([201, undefined]);
  });

  it('in a batch of 25 are refused together when they take more than a batch may, and cost nothing', async () => {
    const code = `export default function T({ n = '' }) { if (!n) return <p>x</p>; ${loop(iterations * 0.75)} return <p>{spent}{n}</p>; }`;
    const templateId = await aTemplate(caller, code);
    const items = Array.from({ length: 25 }, (_, n) => ({ templateId, variables: { n: `${n}` } }));

    const { status, json } = await send('POST', '/v1/urls', { caller, body: { items } });

    expect([status, json.code]).toEqual([400, 'INVALID_VARIABLES']);
    expect((await readUsage(caller)).mints).toBe(0);
  });
});
