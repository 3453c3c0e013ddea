import { expect, it } from 'vitest';
import { failBecause } from '../../../lambdas/contract/errors.ts';
import { DrawFailure, type DrawFailureCause } from '../../../lambdas/isolation/draw/failure.ts';
import { pictureTimeMs } from '../../../lambdas/isolation/draw/pool.ts';
import { isOwnFault } from '../../../lambdas/usecases/own-fault.ts';

const failed = (how: DrawFailureCause, spentMs = 0) =>
  failBecause(new DrawFailure(how, 'raster: it failed', spentMs), 'RENDER_ERROR');

it.each(['threw', 'poisoned', 'crashed', 'memory', 'processor'] as const)('is its own: %s', (how) => {
  expect(isOwnFault(failed(how), 0)).toBe(true);
});

it.each([
  ['its turn did not come', failed('waiting')],
  ['storage fails', new Error('no storage')],
  ['others had the processor', failed('clock', 900)],
])('is not its own: %s', (_what, error) => {
  expect(isOwnFault(error, 0)).toBe(false);
});

it('is its own in the end, when its drawings have had what one may take', () => {
  expect(isOwnFault(failed('clock', 900), pictureTimeMs - 901)).toBe(false);
  expect(isOwnFault(failed('clock', 900), pictureTimeMs - 900)).toBe(true);
});
