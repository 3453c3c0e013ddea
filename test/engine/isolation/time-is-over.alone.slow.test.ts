import { afterAll, expect, it } from 'vitest';
import { render } from '#engine/isolation/render/render.ts';
import { evaluate } from '#engine/isolation/sandbox/evaluate.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import { sharedTime, withinBudget } from '#engine/time-budget.ts';
import { closeWorkers } from '../../support/close-workers.ts';
import { draft } from '../../support/draft.ts';
import { box } from '../golden/element.ts';

afterAll(closeWorkers);

const getScript = async (source: string): Promise<string> => {
  const drafted = await draft(source);
  return 'script' in drafted ? drafted.script : expect.fail(JSON.stringify(drafted));
};
const request = (script: string) => ({ script, variables: {}, clock: 0, seed: '' });

it('a request whose time is over has nothing evaluated any more', async () => {
  const script = await getScript('export default () => <p>x</p>;');
  const late = withinBudget(AbortSignal.abort(), () => evaluate(request(script)));
  await expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await evaluate(request(script))).toMatchObject({ ok: true });
});

it('a request that waits for a sandbox stops waiting when its time is over', async () => {
  const [loop, quick] = [
    await getScript('export default () => { for (;;) {} };'),
    await getScript('export default () => <p>x</p>;'),
  ];
  const over = new AbortController();
  const busy = [evaluate(request(loop)), evaluate(request(`${loop} `))];
  const waiting = withinBudget(over.signal, () => evaluate(request(quick)));
  over.abort();

  await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await Promise.all(busy)).toMatchObject([{ reason: 'time' }, { reason: 'time' }]);
});

it('a request whose time is over has nothing rendered any more', async () => {
  const options = { width: 20, height: 20, format: 'png', devicePixelRatio: 1 } as const;
  const rendering = { tree: box({ color: 'red' }, 'x'), options, images: {} };
  const late = withinBudget(AbortSignal.abort(), () => render(rendering));
  await expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect((await render(rendering)).bytes.length).toBeGreaterThan(50);
});

it('a template that was given less time than others has less', async () => {
  const script = await getScript('export default () => { let n = 0; while (n < 3e8) n += 1; return <p>{n}</p>; };');
  expect(await evaluate(request(script), cpuBudget(20))).toMatchObject({ reason: 'time' });
});

it('time that steps share comes to an end', () => {
  expect(sharedTime(3_600_000).leftMs()).toBeGreaterThan(3_000_000);
  expect(sharedTime(0).leftMs()).toBe(0);
});
