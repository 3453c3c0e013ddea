import { timeBudget } from '../../time-budget.ts';
import type { Turn, Turns } from './turns.ts';

/** Why work was not begun or not finished: the pool is closed, or no time was left. */
export class NoTurn extends Error {}
export const late = 'Its turn did not come in time.';
export const closed = 'The pool was closed.';

/** A waiting request; `reject` tells it that its turn will not come. */
export interface Waiting extends Turn {
  readonly refuse: (error: unknown) => void;
}

/**
 * Queues a request until a moment, or until its own time is over.
 *
 * @param endsAt by `performance.now()`.
 * @param dispatch begins the requests whose turn it is.
 * @returns a function to call when the wait has ended, whichever way.
 */
export const waitForTurn = <W extends Waiting>(
  turns: Turns<W>,
  waiting: W,
  endsAt: number,
  dispatch: () => void,
): (() => void) => {
  const budget = timeBudget();
  const giveUp = () => turns.leave(waiting) && waiting.refuse(new NoTurn(late));
  const timer = setTimeout(giveUp, Math.max(0, endsAt - performance.now()));
  budget?.addEventListener('abort', giveUp, { once: true });
  turns.ask(waiting);
  dispatch();
  return () => {
    clearTimeout(timer);
    budget?.removeEventListener('abort', giveUp);
  };
};
