import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { onKill } from '../../lambdas/isolation/kills.ts';
import {
  closeRenderWorkers,
  render,
  resizeRenderWorkers,
  warmRenderWorker,
} from '../../lambdas/isolation/render/render.ts';
import { closeSandboxes, evaluate, resizeSandboxes, warmSandbox } from '../../lambdas/isolation/sandbox/evaluate.ts';
import { box } from '../golden/element.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { draft } from '../support/draft.ts';
import { below } from '../support/held.ts';

let kills = 0;
onKill(() => {
  kills += 1;
});
afterEach(() => {
  kills = 0;
});
afterAll(async () => {
  await closeWorkers();
  resizeRenderWorkers(1);
  resizeSandboxes(1);
  await closeWorkers();
});

const options = { width: 20, height: 10, format: 'png', devicePixelRatio: 1 } as const;
const renderOne = () => render({ tree: box({ background: 'red' }), options, images: {} });
const source = (n: number) => `export default function T({ title = 'n${n}' }) { return <div>{title}</div>; }`;

describe.each([
  ['a function', 1],
  ['the local run', 2],
])('with the workers of %s (%i)', (_where, size) => {
  it('sixty templates parsed at once are all parsed, and cost no worker', async () => {
    resizeSandboxes(size);
    await warmSandbox();
    const before = below(process.pid);

    const drafts = await Promise.all(Array.from({ length: 60 }, (_, n) => draft(source(n))));

    expect(drafts.map((one) => 'script' in one)).toEqual(Array(60).fill(true));
    expect([below(process.pid), kills]).toEqual([before, 0]);
    await closeSandboxes();
  });

  it('an endless template costs its worker, and the ones that wait behind it are evaluated', async () => {
    resizeSandboxes(size);
    const getScript = async (code: string) => {
      const drafted = await draft(code);
      return 'script' in drafted ? drafted.script : expect.fail(JSON.stringify(drafted));
    };
    const [loop, quick] = [await getScript('export default () => { for (;;) {} };'), await getScript(source(1))];
    const run = (script: string) => evaluate({ script, variables: {}, clock: 0, seed: '' });
    const [endless, ...others] = await Promise.all([run(loop), ...Array.from({ length: 8 }, () => run(quick))]);

    expect(endless).toMatchObject({ ok: false, reason: 'time' });
    expect(others.map(({ ok }) => ok)).toEqual(Array(8).fill(true));
    await closeSandboxes();
  });

  it('a render worker that was killed is replaced', async () => {
    resizeRenderWorkers(size);
    await warmRenderWorker();
    const first = below(process.pid);
    expect(first).toHaveLength(size);

    const filter = 'blur(200px) '.repeat(40);
    const hostile = box({ width: '100%', height: '100%', filter, background: 'red' }, box({ filter }, 'text'));
    const huge = { ...options, width: 4096, height: 4096 };
    const failed = await render({ tree: hostile, options: huge, images: {} }).catch((error) => error);
    await renderOne();
    await warmRenderWorker();

    expect(failed).toMatchObject({ code: 'RENDER_ERROR' });
    expect(below(process.pid)).toHaveLength(size);
    expect(below(process.pid).filter((pid) => first.includes(pid))).toHaveLength(size - 1);
    await closeRenderWorkers();
  });
});
