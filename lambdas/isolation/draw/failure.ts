import type { UsedUp } from '../process/allowance.ts';

/** `waiting`: its turn did not come. `memory`, `processor` and `clock` are allowances a drawing has used up. */
export type DrawFailureCause = 'threw' | 'poisoned' | 'crashed' | 'waiting' | UsedUp;

/** Why a picture was not drawn; the message begins with the stage. */
export class DrawFailure extends Error {
  readonly how: DrawFailureCause;
  /** Milliseconds of processor time it took. */
  readonly spentMs: number;
  constructor(how: DrawFailureCause, message: string, spentMs = 0) {
    super(message);
    this.how = how;
    this.spentMs = spentMs;
  }
}

/** The stage at which it failed. */
const stage = /^(?:layout|raster|encode): /;

/** How a drawing that used up its time is reported. */
export const tooLongToDraw = 'The picture takes too long to draw.';

/** A failure as one sentence for the template's author. */
export const failureText = ({ how, message }: DrawFailure): string => {
  if (how === 'processor' || how === 'clock') return tooLongToDraw;
  // the last output of the process names files of this machine
  if (how === 'crashed' || how === 'memory') return 'The picture asks too much of the program that draws it.';
  return message.replace(stage, '').split('\n')[0] ?? '';
};
