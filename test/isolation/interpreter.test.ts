import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { openInterpreter } from '../../lambdas/isolation/evaluate/interpreter.ts';

it('asks its host for what is known, and nothing else', async () => {
  const code = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  const imports = WebAssembly.Module.imports(await WebAssembly.compile(readFileSync(code)));

  // `a` is the memory; what each of the others does stands in interpreter.ts, or is a call of the package's own
  expect(imports.map(({ module, name }) => `${module}.${name}`).sort()).toEqual(
    [...'abcdefghijklmnopqrst'].map((name) => `a.${name}`),
  );
});

it('shows the time it is told, by every way there is, and notes that it was read', async () => {
  const { module, surroundings } = await openInterpreter();
  const context = module.newContext();
  const seen = (code: string) => context.unwrapResult(context.evalCode(code)).consume(context.dump);

  for (const clock of [0, Date.UTC(2001, 1, 3, 4, 5, 6, 789), 4e12]) {
    Object.assign(surroundings, { clock, wasClockRead: false });
    expect(seen('new Date(1e12).getHours() + new Date(2001, 6, 1).getTimezoneOffset()')).toBe(1);
    expect(surroundings.wasClockRead).toBe(false);
    expect(seen('[Date.now(), +new Date(), Reflect.construct(Date, []).getTime()].join()')).toBe(
      [clock, clock, clock].join(),
    );
    expect(surroundings.wasClockRead).toBe(true);
  }
  context.dispose();
});

it('notes that memory was refused, though the code inside catches it', async () => {
  const { module, memory, surroundings } = await openInterpreter();
  const context = module.newContext();

  const work = 'const all = []; try { for (;;) all.push(new ArrayBuffer(1e7)) } catch {} all.length = 0; "caught"';
  const result = context.unwrapResult(context.evalCode(work)).consume(context.dump);

  expect(result).toBe('caught');
  expect(surroundings.isOutOfMemory).toBe(true);
  expect(memory.buffer.byteLength).toBeLessThanOrEqual(80 << 20);
  context.dispose();
});
