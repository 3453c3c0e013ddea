import { describe, expect, it } from 'vitest';
import type { DrawOrder } from '../../lambdas/isolation/draw/messages.ts';
import { startDrawer } from '../../lambdas/isolation/draw/process.ts';
import { processUse } from '../../lambdas/isolation/process/process-use.ts';
import { box } from '../golden/element.ts';
import { below } from '../support/held.ts';

const aDrawing: DrawOrder = {
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
  otherWay: undefined,
};

/** A process of its own, and its id. */
const aDrawer = async () => {
  const drawer = startDrawer('satori');
  await drawer.whenReady();
  const [pid = 0] = below(process.pid);
  return { drawer, pid };
};

describe.runIf(processUse(process.pid))('an allowance', () => {
  it('ends a process that holds more than it may, and nothing of it is left', async () => {
    const { drawer, pid } = await aDrawer();
    const patient = { cpuMs: 60_000, wallMs: 60_000, starvedMs: 60_000 };
    const rssBytes = 200 << 20;
    expect(processUse(pid)?.rssBytes).toBeLessThan(rssBytes);

    const outcome = await drawer.ask(aDrawing, { ...patient, rssBytes });
    await drawer.stop();

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'memory', reason: 'more than 200 MiB of memory' });
    expect(drawer.isUsable).toBe(false);
    expect(processUse(pid)).toBeUndefined();
  });

  it('is used up by the clock alone in a process that gets no processor, which has spent nothing', async () => {
    const { drawer, pid } = await aDrawer();
    process.kill(pid, 'SIGSTOP');

    const outcome = await drawer.ask(aDrawing, { cpuMs: 3_500, wallMs: 100, starvedMs: 200, rssBytes: 1 << 30 });

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'clock' });
    expect(drawer.spentMs()).toBeLessThan(100);
    await drawer.stop();
  });
});
