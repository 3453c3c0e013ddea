import { timeBudget } from '../../time-budget.ts';
import type { Turn, Turns } from './turns.ts';

/** Why work was not begun, or not brought to its end: nobody is let in any more, or there was no time left for it. */
export class NoTurn extends Error {}
export const late = 'Its turn did not come in time.';
export const closed = 'The pool was closed.';

/** Somebody who waits, and is told when he waits in vain. */
export interface Waiting extends Turn {
  readonly refuse: (error: unknown) => void;
}

/**
 * Has somebody wait for his turn until some moment, or until his request's time is over.
 *
 * @param endsAt by `performance.now()`.
 * @param dispatch has those begin whose turn it is.
 * @returns what is to be called when the wait has ended, whichever way.
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
