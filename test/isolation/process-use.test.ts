import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { processUse } from '../../lambdas/isolation/process/process-use.ts';

it.runIf(existsSync('/proc/self/stat'))(
  'reads processor time and memory of another process, and nothing of one that is gone',
  async () => {
    const program = `const held = Buffer.alloc(100 << 20, 1); const end = Date.now() + 300; while (Date.now() < end); console.log(held.length); setInterval(() => {}, 1e9)`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');

    const use = processUse(child.pid ?? 0);
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect(use?.rssBytes).toBeGreaterThan(100 << 20);
    expect(use?.rssBytes).toBeLessThan(1 << 30);
    expect(use?.cpuMs).toBeGreaterThan(10);
    expect(use?.cpuMs).toBeLessThan(20_000);
    expect(processUse(child.pid ?? 0)).toBeUndefined();
  },
);
