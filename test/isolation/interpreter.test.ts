import { expect, it } from 'vitest';
import { openInterpreter, withClock } from '../../lambdas/isolation/sandbox/interpreter.ts';

it('shows the time it is given, by every way there is, and reports that it was read', async () => {
  const { module } = await openInterpreter();
  const context = module.newContext();
  const seen = (code: string, clock: number) =>
    withClock(clock, () => context.unwrapResult(context.evalCode(code)).consume(context.dump));

  for (const clock of [0, Date.UTC(2001, 1, 3, 4, 5, 6, 789), 4e12]) {
    expect(seen('new Date(1e12).getHours() + new Date(2001, 6, 1).getTimezoneOffset()', clock)).toEqual({
      value: 1,
      wasClockRead: false,
    });
    for (const way of ['Date.now()', '+new Date()', 'Reflect.construct(Date, []).getTime()'])
      expect(seen(way, clock)).toEqual({ value: clock, wasClockRead: true });
    expect(seen('Date()', clock)).toEqual({ value: expect.stringContaining('GMT+0000'), wasClockRead: true });
  }
  expect(Date.now()).toBeGreaterThan(Date.UTC(2026));
  context.dispose();
});

it('has no name of this machine and no way out of it', async () => {
  const { module } = await openInterpreter();
  const context = module.newContext();
  const names = context.unwrapResult(context.evalCode('Object.getOwnPropertyNames(globalThis)')).consume(context.dump);

  expect(names).toContain('Date');
  for (const name of ['std', 'os', 'print', 'console', 'process', 'require', 'setTimeout', 'fetch', 'scriptArgs'])
    expect(names).not.toContain(name);
  context.dispose();
});

it('reports that memory was refused, though the code inside catches it', async () => {
  const { module, memory } = await openInterpreter();
  const context = module.newContext();

  const work = 'const all = []; try { for (;;) all.push(new ArrayBuffer(1e7)) } catch {} all.length = 0; "caught"';
  const result = context.unwrapResult(context.evalCode(work)).consume(context.dump);

  expect(result).toBe('caught');
  expect(memory.isExhausted).toBe(true);
  expect(memory.buffer.byteLength).toBeLessThanOrEqual(80 << 20);
  context.dispose();
});
