import type { OverLimit } from '../../diagnostics/over-limit.ts';

/** Why an image was not rendered: the engine threw, its worker crashed, or a limit was exceeded. */
export type RenderFailureCause = 'threw' | 'crashed' | 'memory' | 'processor';

/** A tree that cannot be rendered. The message begins with the stage. */
export class RenderJobError extends Error {
  readonly how: RenderFailureCause;
  constructor(how: RenderFailureCause, message: string) {
    super(message);
    this.how = how;
  }
}

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
