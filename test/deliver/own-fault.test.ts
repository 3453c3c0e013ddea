import { fail, failWithCause } from 'image-url-contract/errors.ts';
import { expect, it } from 'vitest';
import { RenderJobError } from '#engine/isolation/render/failure.ts';
import { isOwnFault } from '../../lambdas/deliver/record-failure.ts';

/**
 * @promise What one signed URL can cost: Limits are processor time: waiting for a worker, or for the processor, does
 *   not count against a template or an image
 * @also test/engine/isolation/worker.alone.test.ts
 * @figure holds
 */

it.each(['threw', 'crashed', 'memory', 'processor'] as const)('is the fault of the image: %s', (how) => {
  expect(isOwnFault(failWithCause(new RenderJobError(how, 'raster: it failed'), 'RENDER_ERROR'))).toBe(true);
});

it.each([
  ['no worker is free', fail('SERVICE_UNAVAILABLE')],
  ['no worker can be started', failWithCause(new Error('no program'), 'RENDER_ERROR')],
  ['storage fails', new Error('no storage')],
])('is not: %s', (_what, error) => {
  expect(isOwnFault(error)).toBe(false);
});
