import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { canReadUsage, parsePs, readProcessUsage } from '#engine/isolation/worker/process-usage.ts';

it.runIf(canReadUsage)(
  'readProcessUsage reads processor time and memory of another process, and throws for one that is gone',
  async () => {
    const program = `const held = Buffer.alloc(100 << 20, 1); const spin = () => process.cpuUsage().user < 300_000; while (spin()); console.log(held.length); setInterval(() => {}, 1e9)`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');

    const usage = await readProcessUsage(child.pid ?? 0);
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect(usage.rssBytes).toBeGreaterThan(100 << 20);
    expect(usage.rssBytes).toBeLessThan(1 << 30);
    expect(usage.cpuMs).toBeGreaterThanOrEqual(280);
    expect(usage.cpuMs).toBeLessThan(20_000);
    await expect(readProcessUsage(child.pid ?? 0)).rejects.toThrow();
  },
);

describe('parsePs', () => {
  it.each([
    [' 10240   0:01.50\n', { rssBytes: 10_240 << 10, cpuMs: 1_500 }],
    ['512 00:00:07', { rssBytes: 512 << 10, cpuMs: 7_000 }],
    ['1 2-01:00:00', { rssBytes: 1_024, cpuMs: 176_400_000 }],
  ])('parses %j', (line, usage) => {
    expect(parsePs(line)).toEqual(usage);
  });

  it('throws for anything else', () => {
    expect(() => parsePs('')).toThrow('ps printed');
  });
});
