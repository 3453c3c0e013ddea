import { expect, it } from 'vitest';
import { resetQuotas, runCanary } from '../../lambdas/handlers/handlers.ts';
import { getContext } from '../../local/lambda-runtime.ts';

/** Ports that nothing may use. */
const ports = new Proxy({}, { get: (_, name) => expect.fail(`used ${String(name)}`) });
const jobs = { resetQuotas: resetQuotas(ports as never), runCanary: runCanary(ports as never) };

it.each<[keyof typeof jobs, unknown]>([
  ['resetQuotas', { now: 'tomorrow' }],
  ['resetQuotas', { now: 1_800_000_000_000 }],
  ['resetQuotas', { now: '2026-11-27T12:00:00' }],
  ['resetQuotas', { Now: '2026-11-27T12:00:00Z' }],
  ['resetQuotas', []],
  ['resetQuotas', 'now'],
  ['runCanary', { pauseSeconds: -1 }],
  ['runCanary', { pauseSeconds: 61 }],
  ['runCanary', { pauseSeconds: Number.NaN }],
  ['runCanary', { pauseSeconds: '1' }],
  ['runCanary', { pause: 1 }],
  ['runCanary', null],
])('%s refuses the event %j and does nothing', async (id, event) => {
  const refusal = await jobs[id](event as never, getContext(id, 'test') as never).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'ZodError' });
});
