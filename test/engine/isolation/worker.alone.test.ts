import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { RenderOrder } from '#engine/isolation/render/messages.ts';
import { startRenderWorker } from '#engine/isolation/render/render.ts';
import { startSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import * as processUsage from '#engine/isolation/worker/process-usage.ts';
import { below, processUse } from '../../support/held.ts';
import { box } from '../golden/element.ts';
import { countKills } from './count-kills.ts';

/**
 * @promise Template code: A worker that uses more memory than allowed is killed, whatever it is doing
 * @figure holds for native memory
 */

vi.mock('#engine/isolation/worker/process-usage.ts', { spy: true });
afterEach(() => void vi.resetAllMocks());

const aJob: RenderOrder = {
  job: {
    kind: 'render',
    request: {
      tree: box({ width: '100%', height: '100%', filter: 'blur(50px)', background: 'red' }, 'native memory'),
      options: { width: 4_000, height: 4_000, format: 'png', devicePixelRatio: 1 },
      images: {},
    },
  },
  fonts: new Map(),
};
const draft = {
  kind: 'read',
  source: 'export default () => <p>x</p>;',
  clock: 0,
  evaluationMs: 1_000,
  timeMs: 2_000,
} as const;
const generous = { cpuMs: 60_000, rssBytes: 1 << 30 };

let last: ReturnType<typeof startRenderWorker> | undefined;
afterAll(() => last?.stop());
/** A ready worker that works on nothing, and its process id: that of the test before, where it was not killed. */
const aRenderWorker = async () => {
  const renderWorker = last?.isUsable ? last : startRenderWorker('satori');
  last = renderWorker;
  await renderWorker.ready;
  const [pid = 0] = below(process.pid);
  return { renderWorker, pid };
};

describe.runIf(processUsage.canReadUsage)('a worker', () => {
  it('is killed when it exceeds its memory, and leaves nothing behind', async () => {
    const { renderWorker, pid } = await aRenderWorker();
    const rssBytes = 200 << 20;
    expect(processUse(pid)?.rssBytes).toBeLessThan(rssBytes);
    const kills = countKills();

    const outcome = await renderWorker.run(aJob, { ...generous, rssBytes });
    await renderWorker.stop();

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'memory', reason: 'more than 200 MiB of memory' });
    expect([renderWorker.isUsable, kills()]).toEqual([false, 1]);
    expect(processUse(pid)).toBeUndefined();
  });

  it('is killed when it exceeds its processor time, and the job says so', async () => {
    const { renderWorker } = await aRenderWorker();
    const outcome = await renderWorker.run(aJob, { ...generous, cpuMs: 50 });
    await renderWorker.stop();
    expect(outcome).toMatchObject({ kind: 'ended', cause: 'processor' });
    expect(outcome.cpuMs).toBeGreaterThan(50);
  });

  it('is killed when its usage cannot be read', async () => {
    const { renderWorker } = await aRenderWorker();
    vi.mocked(processUsage.readProcessUsage)
      .mockResolvedValueOnce({ cpuMs: 0, rssBytes: 0 })
      .mockRejectedValue(new Error('EMFILE'));

    const outcome = await renderWorker.run(aJob, generous);
    await renderWorker.stop();

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'crashed', reason: expect.stringContaining('EMFILE') });
    expect(renderWorker.isUsable).toBe(false);
  });

  it('does not count what it loads for a job', async () => {
    const sandbox = startSandbox();
    // as if loading the parser took five seconds
    vi.mocked(processUsage.readProcessUsage)
      .mockResolvedValueOnce({ cpuMs: 0, rssBytes: 0 })
      .mockResolvedValue({ cpuMs: 5_000, rssBytes: 0 });

    const outcome = await sandbox.run(draft, generous);
    await sandbox.stop();

    expect(outcome).toMatchObject({ kind: 'answered', cpuMs: 0 });
  });

  /** Runs the job, and ends its request once it is under way. */
  const runAndLeave = async (worker: Awaited<ReturnType<typeof aRenderWorker>>['renderWorker'], leftCpuMs: number) => {
    const request = new AbortController();
    const readUsage = vi.mocked(processUsage.readProcessUsage).mockClear();
    const running = worker.run(aJob, { ...generous, leftCpuMs, leftWallMs: 600_000 }, request.signal);
    await vi.waitFor(() => expect(readUsage.mock.calls.length).toBeGreaterThan(2));
    request.abort();
    expect(await running).toMatchObject({ kind: 'ended', cause: 'aborted' });
    expect(worker.isUsable).toBe(true);
    await worker.idle;
  };

  it('whose request is over ends a short job and takes the next one', async () => {
    const { renderWorker, pid } = await aRenderWorker();
    await runAndLeave(renderWorker, 60_000);
    expect([renderWorker.isUsable, below(process.pid)]).toEqual([true, [pid]]);
    const next = await renderWorker.run(aJob, generous);
    expect(next).toMatchObject({ kind: 'answered', answer: { kind: 'done' } });
  });

  it('is sent nothing of a request that was over', async () => {
    const { renderWorker } = await aRenderWorker();
    const outcome = await renderWorker.run(aJob, generous, AbortSignal.abort());
    expect([outcome, renderWorker.isUsable]).toEqual([expect.objectContaining({ cause: 'aborted', cpuMs: 0 }), true]);
  });

  it('is killed when the request is over and the job goes on, which does not count as a failure', async () => {
    const { renderWorker } = await aRenderWorker();
    const kills = countKills();
    await runAndLeave(renderWorker, 0);
    expect([renderWorker.isUsable, kills()]).toEqual([false, 0]);
    await renderWorker.stop();
  });
});
