import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DrawOrder } from '../../lambdas/isolation/draw/messages.ts';
import { startDrawer } from '../../lambdas/isolation/draw/process.ts';
import { startEvaluator } from '../../lambdas/isolation/evaluate/process.ts';
import { onKill } from '../../lambdas/isolation/kills.ts';
import * as processUsage from '../../lambdas/isolation/worker/process-usage.ts';
import { box } from '../golden/element.ts';
import { below, processUse } from '../support/held.ts';

vi.mock('../../lambdas/isolation/worker/process-usage.ts', { spy: true });
afterEach(() => void vi.resetAllMocks());

const aJob: DrawOrder = {
  job: {
    kind: 'draw',
    request: {
      tree: box({ width: '100%', height: '100%', filter: 'blur(50px)', background: 'red' }, 'native memory'),
      options: { width: 4_000, height: 4_000, format: 'png', devicePixelRatio: 1 },
      images: {},
      template: 'large',
    },
  },
  fonts: new Map(),
};
const draft = { kind: 'draft', source: 'export default () => <p>x</p>;', timeMs: 2_000 } as const;
const generous = { cpuMs: 60_000, rssBytes: 1 << 30 };

/** A ready worker, and its process id. */
const aDrawer = async () => {
  const drawer = startDrawer('satori');
  await drawer.whenReady();
  const [pid = 0] = below(process.pid);
  return { drawer, pid };
};

describe.runIf(processUsage.canReadUsage)('a worker', () => {
  it('is killed when it holds more memory than it may, and nothing of it is left', async () => {
    const { drawer, pid } = await aDrawer();
    const rssBytes = 200 << 20;
    expect(processUse(pid)?.rssBytes).toBeLessThan(rssBytes);
    let kills = 0;
    onKill(() => {
      kills += 1;
    });

    const outcome = await drawer.run(aJob, { ...generous, rssBytes });
    await drawer.stop();

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'memory', reason: 'more than 200 MiB of memory' });
    expect([drawer.isUsable, kills]).toEqual([false, 1]);
    expect(processUse(pid)).toBeUndefined();
  });

  it('is killed when it uses more processor time than it may, and that is told of the job', async () => {
    const { drawer } = await aDrawer();

    const outcome = await drawer.run(aJob, { ...generous, cpuMs: 50 });
    await drawer.stop();

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'processor' });
    expect(outcome.cpuMs).toBeGreaterThan(50);
  });

  it('is killed when its usage cannot be read', async () => {
    const { drawer } = await aDrawer();
    vi.mocked(processUsage.readProcessUsage)
      .mockResolvedValueOnce({ cpuMs: 0, rssBytes: 0 })
      .mockRejectedValue(new Error('EMFILE'));

    const outcome = await drawer.run(aJob, generous);
    await drawer.stop();

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'crashed', reason: expect.stringContaining('EMFILE') });
    expect(drawer.isUsable).toBe(false);
  });

  it('does not count what it loads for a job', async () => {
    const evaluator = startEvaluator();
    // as if loading the parser took five seconds
    vi.mocked(processUsage.readProcessUsage)
      .mockResolvedValueOnce({ cpuMs: 0, rssBytes: 0 })
      .mockResolvedValue({ cpuMs: 5_000, rssBytes: 0 });

    const outcome = await evaluator.run(draft, generous);
    await evaluator.stop();

    expect(outcome).toMatchObject({ kind: 'answered', cpuMs: 0 });
  });

  it('is killed when the request is over, which counts as nobody’s fault', async () => {
    const { drawer } = await aDrawer();
    const request = new AbortController();
    let kills = 0;
    onKill(() => {
      kills += 1;
    });

    const running = drawer.run(aJob, generous, request.signal);
    setImmediate(() => request.abort());

    expect(await running).toMatchObject({ kind: 'ended', cause: 'aborted' });
    expect([drawer.isUsable, kills]).toEqual([false, 0]);
    await drawer.stop();
  });
});
