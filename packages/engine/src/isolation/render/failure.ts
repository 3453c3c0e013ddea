import type { OverLimit } from '../../diagnostics/over-limit.ts';
import type { RenderStage } from '../../engines/engine.ts';

/** Why an image was not rendered: the engine threw, its worker crashed, or a limit was exceeded. */
export type RenderFailureCause = 'threw' | 'crashed' | 'memory' | 'processor';

/** A tree that cannot be rendered. The message begins with the stage. */
export class RenderJobError extends Error {
  readonly how: RenderFailureCause;
  /** @param cause what a library says, for the log only */
  constructor(how: RenderFailureCause, message: string, cause?: string) {
    super(message, cause === undefined ? {} : { cause: new Error(cause) });
    this.how = how;
  }
}

/** Characters of a message that a worker sends. */
const mostCharacters = 500;

const getMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, mostCharacters);

/** An error as a worker sends it. */
export interface Failed {
  readonly kind: 'failed';
  readonly stage: RenderStage;
  readonly message: string;
  /** What a library says, if the message does not. */
  readonly cause?: string;
}

export const toFailed = (error: unknown, stage: RenderStage): Failed => {
  const message = getMessage(error);
  const cause = error instanceof Error && error.cause !== undefined ? getMessage(error.cause) : message;
  return { kind: 'failed', stage, message, ...(cause !== message && { cause }) };
};

export const toRenderJobError = ({ stage, message, cause }: Failed): RenderJobError =>
  new RenderJobError('threw', `${stage}: ${message}`, cause);

/** Returns the limit that an image exceeded; undefined if the engine threw. */
export const getOverLimit = (error: RenderJobError): OverLimit | undefined =>
  error.how === 'threw'
    ? undefined
    : { limit: error.how === 'processor' ? 'processor time' : 'memory', message: getFailureText(error) };

/** Prefix of a message: the stage that failed. */
const stage = /^(?:layout|raster|encode): /;

/** Returns a failure as one sentence for the template's author. */
export const getFailureText = ({ how, message }: RenderJobError): string => {
  if (how === 'processor') return 'The image takes too long to render.';
  // the worker's output contains paths of this machine
  if (how === 'crashed' || how === 'memory') return 'The image takes more memory or processor time than an image may.';
  return message.replace(stage, '').split('\n')[0] ?? '';
};
