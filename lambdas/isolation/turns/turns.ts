import { openRecords } from './records.ts';

/** How much is worked on at once. */
export interface Places {
  /** For work that has just begun. */
  readonly quick: number;
  /** Beside them, for work that takes long: it must not keep the quick waiting. */
  readonly slow: number;
  /** As many of the slow places, for accounts that overran: all of their work begins there. */
  readonly suspects: number;
}

/** Somebody's wish to have one piece of work done. */
export interface Turn {
  readonly account: string;
}

export interface Turns<T extends Turn> {
  /** Joins those who wait. @param isSlow it has taken long already: it begins among the slow. */
  ask(turn: T, isSlow?: boolean): void;
  /** Waits no more; false when it did not wait. */
  leave(turn: T): boolean;
  /** Whose turn it is: that one has a place from now on. Undefined when nobody who waits may begin. */
  next(): T | undefined;
  /** Whether somebody who waits may begin. */
  hasNext(): boolean;
  /** Gives up a quick place for a slow one; false when there is none. */
  moveAside(turn: T): boolean;
  /** Whether others than this account's wait for a quick place. */
  othersWait(turn: T): boolean;
  /** Whether others than this account's have or want quick places. */
  areOthersQuick(turn: T): boolean;
  /** Gives up its place. */
  end(turn: T): void;
  /** Remembers how a piece of work went that came to its own end. */
  note(turn: T, hasOverrun: boolean): void;
  /** Those who wait, in the order they came. */
  waiting(): readonly T[];
  quick(): readonly T[];
  slow(): readonly T[];
}

/**
 * Says whose turn it is. The turn goes round by account, however much each asks for: first whoever has waited for his turn
 * longest. While others wait an account has one piece of work under way. Accounts that overran have places of their own among
 * the slow, until they have worked without fault for a while.
 */
export const openTurns = <T extends Turn>(places: Places): Turns<T> => {
  const records = openRecords();
  /** Those who wait, and whether their work has taken long before. */
  const waiting = new Map<T, boolean>();
  const quick = new Set<T>();
  const slow = new Set<T>();
  /** Of the slow, those that began there. */
  const begunSlow = new Set<T>();

  const belongsToSlow = (turn: T) => waiting.get(turn) === true || records.isSuspect(turn.account);
  const hasPlace = (turn: T) =>
    belongsToSlow(turn) ? begunSlow.size < places.suspects && slow.size < places.slow : quick.size < places.quick;

  const first = (): T | undefined => {
    const isContended = new Set([...waiting.keys()].map(({ account }) => account)).size > 1;
    const atWork = new Set([...quick, ...slow].map(({ account }) => account));
    let best: T | undefined;
    for (const turn of waiting.keys()) {
      if (!hasPlace(turn) || (isContended && atWork.has(turn.account))) continue;
      if (!best || rank(turn) < rank(best)) best = turn;
    }
    return best;
  };
  const othersWait = ({ account }: T) =>
    [...waiting.keys()].some((one) => one.account !== account && !belongsToSlow(one));
  const rank = (turn: T) => records.lastTurn(turn.account);

  return {
    ask: (turn, isSlow = false) => void waiting.set(turn, isSlow),
    leave: (turn) => waiting.delete(turn),
    next: () => {
      const turn = first();
      if (!turn) return undefined;
      if (belongsToSlow(turn)) {
        slow.add(turn);
        begunSlow.add(turn);
      } else quick.add(turn);
      waiting.delete(turn);
      records.noteTurn(turn.account);
      return turn;
    },
    hasNext: () => first() !== undefined,
    moveAside: (turn) => {
      if (!quick.has(turn) || slow.size >= places.slow) return false;
      quick.delete(turn);
      slow.add(turn);
      return true;
    },
    othersWait,
    areOthersQuick: (turn) => othersWait(turn) || [...quick].some(({ account }) => account !== turn.account),
    end: (turn) => {
      quick.delete(turn);
      slow.delete(turn);
      begunSlow.delete(turn);
    },
    note: ({ account }, hasOverrun) => records.noteWork(account, hasOverrun),
    waiting: () => [...waiting.keys()],
    quick: () => [...quick],
    slow: () => [...slow],
  };
};
