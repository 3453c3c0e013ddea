import type { UsedUp } from '../process/allowance.ts';

/** `waiting`: its turn did not come. `memory`, `processor` and `clock` are allowances a drawing has used up. */
export type DrawFailureCause = 'threw' | 'poisoned' | 'crashed' | 'waiting' | UsedUp;

/** Why a picture was not drawn; the message begins with the stage. */
export class DrawFailure extends Error {
  readonly how: DrawFailureCause;
  constructor(how: DrawFailureCause, message: string) {
    super(message);
    this.how = how;
  }
}
