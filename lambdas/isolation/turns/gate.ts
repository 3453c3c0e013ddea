import { timeBudget } from '../../time-budget.ts';
import { type Ending, openTurns, type Places } from './turns.ts';
import { closed, late, NoTurn, type Waiting, waitForTurn } from './waiting.ts';

interface Entry extends Waiting {
  readonly begin: () => void;
}

/** Lets in as many as there are places for, one account after another. */
export interface Gate {
  /**
   * Has something done as soon as there is a place for its account, and keeps the place until it is done.
   *
   * @throws NoTurn before anything was done; what `work` throws.
   */
  enter<T>(account: string, work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** @param hasOverrun whether what ended work is that it used up what it may take. */
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
