import { CodedError } from '../errors.ts';
import { getFailureText, getOverLimit, RenderJobError } from '../isolation/render/failure.ts';
import { EngineError, InputError, LimitError } from './errors.ts';

/** Converts an error of the engine's inner parts; returns others as they are. */
export const toPublicError = (error: unknown): unknown => {
  if (!(error instanceof CodedError)) return error;
  const { code, message, cause } = error;
  if (code === 'SERVICE_UNAVAILABLE') return new EngineError('BUSY', 'Too many calls wait for a worker.', { cause });
  if (code === 'INVALID_SIZE') return new InputError('size', `is invalid: ${message}`);
  if (code === 'INVALID_DEVICE_PIXEL_RATIO') return new InputError('devicePixelRatio', `is invalid: ${message}`);
  if (!(cause instanceof RenderJobError)) return new EngineError('RENDER_FAILED', message, { cause });
  const over = getOverLimit(cause);
  if (over) return new LimitError(over.limit, over.message, { cause });
  return new EngineError('RENDER_FAILED', `The image cannot be rendered: ${getFailureText(cause)}`, { cause });
};
