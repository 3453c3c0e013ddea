import { expect, it } from 'vitest';
import { openInterpreter } from '#engine/isolation/sandbox/interpreter.ts';

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
  const work =
    'const all = []; try { for (let n = 0; n < 9; n += 1) all.push(new ArrayBuffer(1e7)) } catch {} all.length = 0; "caught"';
  expect(context.unwrapResult(context.evalCode(work)).consume(context.dump)).toBe('caught');
  expect(memory.isExhausted).toBe(true);
  expect(memory.buffer.byteLength).toBeLessThanOrEqual(80 << 20);
  context.dispose();
});
