import { expect, it } from 'vitest';
import { startDrawer } from '../../lambdas/isolation/draw/process.ts';
import { processUse } from '../../lambdas/isolation/process/process-use.ts';
import { box } from '../golden/element.ts';
import { below } from '../support/held.ts';

it.runIf(processUse(process.pid))(
  'a process that holds more than it may is ended, and nothing of it is left',
  async () => {
    const drawer = startDrawer();
    await drawer.whenReady();
    const [pid = 0] = below(process.pid);
    const options = { width: 4_000, height: 4_000, format: 'png', devicePixelRatio: 1 } as const;
    const tree = box({ width: '100%', height: '100%', filter: 'blur(50px)', background: 'red' }, 'native memory');
    const job = { kind: 'draw', request: { tree, options, images: {}, template: 'large' } } as const;
    const patient = { cpuMs: 60_000, wallMs: 60_000, starvedMs: 60_000 };

    const rssBytes = 200 << 20;
    expect(processUse(pid)?.rssBytes).toBeLessThan(rssBytes);
    const outcome = await drawer.ask({ job, otherWay: undefined }, { ...patient, rssBytes });
    await drawer.stop();

    expect(outcome).toMatchObject({ kind: 'ended', cause: 'memory', reason: 'more than 200 MiB of memory' });
    expect(drawer.isUsable).toBe(false);
    expect(processUse(pid)).toBeUndefined();
  },
);
