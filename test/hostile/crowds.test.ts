import { describe, expect, it } from 'vitest';
import { answerWithin, figure } from '../support/effort.ts';
import { anAccount, aTemplate, send, usageOf } from '../support/service.ts';
import { startBystander } from './bystander.ts';

const loop = `export default function T({ go = '' }) { if (go) { for (;;) {} } return <div>done</div>; }`;

describe('many attacks at once', () => {
  it('a batch of 25 endless loops is refused, costs nothing, and keeps nobody waiting', async () => {
    const [caller, bystander] = [await anAccount(), await startBystander()];
    const templateId = await aTemplate(caller, loop);
    const items = Array.from({ length: 25 }, (_, n) => ({ templateId, variables: { go: `${n}` } }));

    const started = performance.now();
    const { status, json } = await send('POST', '/v1/urls', { caller, body: { items } });
    const tookMs = performance.now() - started;
    const { problems, slowdownMs } = await bystander.stop();

    figure('a batch of 25 endless loops, ms', tookMs.toFixed(0));
    figure('a batch of 25 endless loops: by how much a bystander was slower, ms', slowdownMs.toFixed(0));
    expect([status, json.code]).toEqual([400, 'INVALID_VARIABLES']);
    expect(tookMs).toBeLessThan(answerWithin(5_000));
    expect(await usageOf(caller)).toMatchObject({ mints: 0 });
    expect(problems).toEqual([]);
    expect(slowdownMs).toBeLessThan(answerWithin(2_000));
  });
});
