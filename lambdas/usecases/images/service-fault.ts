import { ServiceError } from '../../contract/errors.ts';
import { RenderFailure } from '../../isolation/render/failure.ts';

/**
 * Returns whether an image cannot be rendered for what it is. Every other failure passes: no worker, no time, no storage.
 */
export const isOwnFault = (error: unknown): boolean =>
  error instanceof ServiceError && error.cause instanceof RenderFailure;
