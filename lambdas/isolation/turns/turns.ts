import { openRecords } from './records.ts';

/** How much is worked on at once. */
export interface Places {
  /** For work that has just begun. */
  readonly quick: number;
  /** Beside those, for accounts whose work has been without fault for a while: nobody who comes with something bad is in it. */
  readonly proven: number;
  /** Beside them, for work that takes long: it must not keep the quick waiting. */
  readonly slow: number;
  /** As many of the slow places, for accounts that overran: all of their work begins there. */
  readonly suspects: number;
}

/** Somebody's wish to have one piece of work done. */
export interface Turn {
  readonly account: string;
  readonly kind: string;
}

/** `recalled`: for the sake of others. */
export type Ending = 'done' | 'overran' | 'recalled';

type Lane = 'last' | 'any';

export interface Turns<T extends Turn> {
  /** Joins those who wait. */
  ask(turn: T): void;
  /** Waits no more; false when it did not wait. */
  leave(turn: T): boolean;
  /**
   * Whose turn it is: that one has a place from now on. Undefined when nobody who waits may begin.
   *
   * @param lane `last` leaves out those who would begin among the slow, and is kept for the proven while others among the
   * quick are not.
   */
  next(lane: Lane): T | undefined;
  /** Whether somebody who waits may begin. */
  hasNext(): boolean;
  /** Gives up a quick place for a slow one; false when there is none. */
  moveAside(turn: T): boolean;
  /** Whether others than this account's would begin if it gave up its quick place. */
  othersWait(turn: T): boolean;
  /** Whether others than this account's have or want quick places. */
  areOthersQuick(turn: T): boolean;
  /** Gives up its place, after so many milliseconds of processor time. @param how it came about, where that tells anything */
  end(turn: T, spentMs: number, how?: Ending): void;
  /** Those who wait, in the order they came. */
  waiting(): readonly T[];
  quick(): readonly T[];
  slow(): readonly T[];
}

/**
 * Says whose turn it is. The turn goes round by account, however much each asks for: first whoever has waited for his turn
 * longest; work of a kind that its account has never had done joins at the end. A turn is a little processor time, which one
 * piece of work or many may use. While others wait an account has one piece of work under way. Accounts that overran have
 * places of their own among the slow, until they have worked without fault for a while; those that have, have one beside the
 * places of all.
 */
export const openTurns = <T extends Turn>(places: Places): Turns<T> => {
  const records = openRecords();
  /** Those who wait, and the place in the round they came at. */
  const waiting = new Map<T, number>();
  const quick = new Set<T>();
  const slow = new Set<T>();
  /** Of the slow, those whose accounts overran. */
  const suspects = new Set<T>();

  const isSuspect = ({ account }: T) => records.isSuspect(account);
  const isProven = ({ account }: T) => records.isProven(account);
  const belongsToSlow = ({ account }: T) => records.isSlow(account);
  const mayTakeLast = (turn: T) =>
    isProven(turn) || [...quick].every((other) => other.account === turn.account || isProven(other));
  const hasPlace = (turn: T) => {
    if (!belongsToSlow(turn)) return quick.size < places.quick + (isProven(turn) ? places.proven : 0);
    return slow.size < places.slow && !(isSuspect(turn) && suspects.size >= places.suspects);
  };

  /** Those who wait and may begin as far as their accounts are concerned, whether or not there is a place. */
  const able = (): T[] => {
    const isContended = new Set([...waiting.keys()].map(({ account }) => account)).size > 1;
    const atWork = new Set([...quick, ...slow].map(({ account }) => account));
    return [...waiting.keys()].filter(({ account }) => !isContended || !atWork.has(account));
  };
  const rank = (turn: T) => records.rank(turn.account, turn.kind) ?? waiting.get(turn) ?? 0;
  /** Quick work first, and of it whose account has waited for its turn longest. */
  const first = (lane: Lane): T | undefined => {
    const candidates = able().filter(hasPlace);
    const quickly = candidates.filter((turn) => !belongsToSlow(turn) && (lane !== 'last' || mayTakeLast(turn)));
    const chosen = quickly.length > 0 || lane !== 'any' ? quickly : candidates;
    // a sort keeps the order of those who are equal
    return chosen.toSorted((one, other) => rank(one) - rank(other))[0];
  };
  const othersWait = ({ account }: T) => able().some((one) => one.account !== account && !belongsToSlow(one));

  return {
    ask: (turn) => void waiting.set(turn, records.newRank()),
    leave: (turn) => waiting.delete(turn),
    next: (lane) => {
      const turn = first(lane);
      if (!turn) return undefined;
      if (isSuspect(turn)) suspects.add(turn);
      if (belongsToSlow(turn)) slow.add(turn);
      else quick.add(turn);
      records.noteTurn(turn.account, rank(turn));
      waiting.delete(turn);
      return turn;
    },
    hasNext: () => first('any') !== undefined,
    moveAside: (turn) => {
      if (!quick.has(turn) || slow.size >= places.slow) return false;
      quick.delete(turn);
      slow.add(turn);
      return true;
    },
    othersWait,
    areOthersQuick: (turn) => othersWait(turn) || [...quick].some(({ account }) => account !== turn.account),
    end: (turn, spentMs, how) => {
      records.noteTime(turn.account, spentMs);
      if (how === 'recalled') records.noteSlow(turn.account);
      else if (how) records.noteWork(turn.account, turn.kind, how === 'overran');
      quick.delete(turn);
      slow.delete(turn);
      suspects.delete(turn);
    },
    waiting: () => [...waiting.keys()],
    quick: () => [...quick],
    slow: () => [...slow],
  };
};
