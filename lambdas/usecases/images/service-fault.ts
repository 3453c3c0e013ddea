import { ServiceError } from '../../contract/errors.ts';
import { RenderFailure } from '../../isolation/render/failure.ts';

/** Returns whether the image itself cannot be rendered. Other errors are temporary: no worker, time or storage. */
export const isOwnFault = (error: unknown): boolean =>
  error instanceof ServiceError && error.cause instanceof RenderFailure;
