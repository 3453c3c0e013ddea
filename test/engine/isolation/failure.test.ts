import { expect, it } from 'vitest';
import { getFailureText, toFailed, toRenderJobError } from '#engine/isolation/render/failure.ts';
import { EngineRejection, nativeFailure } from '#engine/rendering/engine-errors.ts';

it('what a native library says is the cause, for the log, and not in the text for people', () => {
  const failed = toFailed(new EngineRejection(new Error('InvalidArg, at nodes[3]'), nativeFailure), 'layout');
  const error = toRenderJobError(structuredClone(failed));

  expect(error.cause).toEqual(new Error('InvalidArg, at nodes[3]'));
  expect(error.message).toBe(`layout: ${nativeFailure}`);
  expect(getFailureText(error)).toBe(nativeFailure);
});

it.each([
  ['an error without a cause', new Error('It is too large.')],
  ['a rejection that says what its cause says', new EngineRejection(new Error('It is too large.'))],
  ['what is no error', 'It is too large.'],
])('%s is one message', (_what, error) => {
  expect(toFailed(error, 'raster')).toEqual({ kind: 'failed', stage: 'raster', message: 'It is too large.' });
});
