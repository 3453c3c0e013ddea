import { expect, it } from 'vitest';
import { openSandboxRuntime, type SandboxCall } from '#engine/isolation/sandbox/sandbox-runtime.ts';

/**
 * @promise Template code: Leaving state for the next template: globals, prototypes, random numbers, memory
 * @how the interpreter's memory is restored byte for byte after each template (decision 110)
 * @also test/engine/isolation/memory-image.test.ts, test/engine/isolation/evaluate.guards.test.ts
 * @figure the next template sees what the first one saw
 */

/** A template that answers one text. */
const answering = (expression: string): SandboxCall => ({
  entry: 'evaluate',
  script: `(function (guest, exported) { exported.component = () => String(${expression}); })`,
  clock: 0,
  settings: { seed: [1, 2, 3, 4], retainsSourcePositions: false, variables: {}, anyShapes: {} },
  deadline: Number.POSITIVE_INFINITY,
});

/** What a template sees of where it runs: its globals, what built-ins have, chance. */
const look = answering(
  '[Object.getOwnPropertyNames(globalThis), Object.getOwnPropertyNames(Array.prototype), ({}).left, [3].map((x) => x), Math.random()]',
);

it.each([
  ['changes what is global', '(globalThis.left = 1, Object.prototype.left = 2)'],
  [
    'changes what is built in',
    '(Array.prototype.map = () => "mine", delete Array.prototype.flat, Math.random = () => 7)',
  ],
  ['freezes everything', 'Object.getOwnPropertyNames(globalThis).forEach((name) => Object.freeze(globalThis[name]))'],
  ['throws', '(() => { throw new Error("no") })()'],
  ['asks its host', '(1234.5).toLocaleString("de") + "ß".toLocaleUpperCase("de")'],
  ['asks for more memory than there is', 'new Uint8Array(2e8).length'],
  ['takes 8 MB', 'Array.from({ length: 8 }, (_, at) => new Uint8Array(1e6).fill(at + 1)).length'],
])('is as it was before a call that %s', async (_what, expression) => {
  const runtime = await openSandboxRuntime();
  const before = runtime.call(look);
  const first = runtime.call(answering(expression));
  for (let time = 0; time < 5; time += 1) expect(runtime.call(answering(expression))).toEqual(first);
  expect(before).toHaveProperty('text', expect.stringContaining('globalThis'));
  expect(runtime.call(look)).toEqual(before);
  expect(runtime.isExhausted()).toBe(false);
});
