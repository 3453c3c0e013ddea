import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functions } from '../../lambdas/functions.ts';
import { closeEvaluators, draft, evaluate } from '../../lambdas/isolation/evaluate/evaluate.ts';
import { answerWithin, figure, isSoak } from '../support/effort.ts';
import { anAccount, aTemplate, type Caller, send, usageOf } from '../support/service.ts';

/** Rounds of a loop that keep the interpreter busy for most of what one evaluation may take. */
let rounds = 0;
let caller: Caller;

const loop = (times: number): string => `let spent = 0; for (let i = 0; i < ${times}; i += 1) spent += i % 7;`;
const spentMs = async (times: number): Promise<number> => {
  const drafted = await draft(`export default () => { ${loop(times)} return <p>{spent}</p>; };`, { account: 'test' });
  if (!('script' in drafted)) throw new Error('The loop is no template.');
  const started = performance.now();
  await evaluate({ script: drafted.script, variables: {}, clock: 0, seed: '' }, { account: 'test' });
  return performance.now() - started;
};
beforeAll(async () => {
  caller = await anAccount();
  const trial = 500_000;
  await spentMs(trial);
  const ms = Math.min(await spentMs(trial), await spentMs(trial), await spentMs(trial));
  rounds = Math.floor((trial * 750) / ms);
});
afterAll(closeEvaluators);

const timed = async (path: string, body: unknown) => {
  const started = performance.now();
  const answer = await send('POST', path, { caller, body });
  return { ...answer, tookMs: performance.now() - started };
};

describe('templates that take nearly all they may', () => {
  it('in every step of being saved are answered like any other', async () => {
    const shadows = Array.from({ length: 30 }, (_, n) => `0 ${n}px ${200 - n}px rgba(0, 0, ${n}, 0.5)`).join(', ');
    const code = `${loop(rounds)}
      export default function T({ items }) {
        return <div style={{ boxShadow: '${shadows}', filter: 'blur(30px)' }}>{items.map((x) => x)} {spent}</div>;
      }`;

    const { status, json, tookMs } = await timed('/v1/templates', { name: 'slow', code });

    figure('a template that takes nearly all it may: saved after, ms', `${tookMs.toFixed(0)} (${status})`);
    expect([201, 400]).toContain(status);
    if (status === 400) expect(json.code).toBe('COMPILE_ERROR');
    expect(tookMs).toBeLessThan(answerWithin(5_000));
  });

  it.runIf(isSoak)('in a batch of 25 are answered in the time of the function', async () => {
    const code = `export default function T({ n = '' }) { if (!n) return <p>x</p>; ${loop(rounds)} return <p>{spent}{n}</p>; }`;
    const templateId = await aTemplate(caller, code);
    const before = (await usageOf(caller)).mints;
    const items = Array.from({ length: 25 }, (_, n) => ({ templateId, variables: { n: `${n}` } }));

    const { status, json, tookMs } = await timed('/v1/urls', { items });

    figure('a batch of 25 that take nearly all they may: answered after, ms', `${tookMs.toFixed(0)} (${status})`);
    expect([200, 400]).toContain(status);
    if (status === 400) expect(json.code).toBe('INVALID_VARIABLES');
    expect(tookMs).toBeLessThan(functions.mintUrls.timeoutSeconds * 1_000);
    expect((await usageOf(caller)).mints).toBe(before + (status === 200 ? 25 : 0));
  });
});
