import { timeBudget } from '../../time-budget.ts';
import { type Ending, openTurns, type Places } from './turns.ts';
import { closed, late, NoTurn, type Waiting, waitForTurn } from './waiting.ts';

interface Entry extends Waiting {
  readonly begin: () => void;
}

/** Admits as many pieces of work as there are places, taking turns by account. */
export interface Gate {
  /**
   * Runs `work` as soon as its account gets a place, and holds the place until it has ended.
   *
   * @throws NoTurn when `work` was never begun; whatever `work` throws.
   */
  enter<T>(account: string, work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** @param hasOverrun whether an error says that the work used up its allowance. */
export const openGate = (places: Places, waitMs: number, hasOverrun: (error: unknown) => boolean): Gate => {
  const turns = openTurns<Entry>(places);
  let isClosed = false;
  const dispatch = () => {
    for (let next = turns.next('any'); next; next = turns.next('any')) next.begin();
  };
  const enter = async <T>(account: string, work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new NoTurn(closed);
    if (timeBudget()?.aborted) throw new NoTurn(late);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Entry = { account, kind: 'place', begin: resolve, refuse: reject };
    await promise.finally(waitForTurn(turns, entry, performance.now() + waitMs, dispatch));
    const started = performance.now();
    let how: Ending | undefined;
    try {
      const result = await work();
      how = 'done';
      return result;
    } catch (error) {
      if (hasOverrun(error)) how = 'overran';
      throw error;
    } finally {
      turns.end(entry, performance.now() - started, how);
      dispatch();
    }
  };
  const close = () => {
    isClosed = true;
    for (const entry of turns.waiting()) if (turns.leave(entry)) entry.refuse(new NoTurn(closed));
  };
  return { enter, close };
};
