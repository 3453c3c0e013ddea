import { openRecords } from './records.ts';

/** Places: how much work is under way at once. */
export interface Places {
  /** For work that has just begun. */
  readonly quick: number;
  /** Beside those, for proven accounts: an attacker never holds one. */
  readonly proven: number;
  /** Beside them, for long work, which must not keep quick work waiting. */
  readonly slow: number;
  /** How many of the slow places accounts that overran may hold: all of their work begins there. */
  readonly suspects: number;
}

/** A request for one piece of work. */
export interface Turn {
  readonly account: string;
  readonly kind: string;
}

/** `recalled`: ended to make room. */
export type Ending = 'done' | 'overran' | 'recalled';

type Lane = 'last' | 'any';

export interface Turns<T extends Turn> {
  /** Joins the queue. */
  ask(turn: T): void;
  /** Leaves the queue; false when it was not in it. */
  leave(turn: T): boolean;
  /**
   * Takes the next request from the queue and gives it a place. Undefined when none that waits may begin.
   *
   * @param lane `last` leaves out requests that would begin in a slow place, and is reserved for proven accounts while others in
   * quick places are not proven.
   */
  next(lane: Lane): T | undefined;
  /** Whether a request in the queue may begin. */
  hasNext(): boolean;
  /** Gives up a quick place for a slow one; false when there is none. */
  moveAside(turn: T): boolean;
  /** Whether another account would begin if this one gave up its quick place. */
  othersWait(turn: T): boolean;
  /** Whether another account has or wants a quick place. */
  areOthersQuick(turn: T): boolean;
  /** Gives up its place, after so many milliseconds of processor time. @param how why, where that says something about the account */
  end(turn: T, spentMs: number, how?: Ending): void;
  /** Waiting requests, in the order they came. */
  waiting(): readonly T[];
  quick(): readonly T[];
  slow(): readonly T[];
}

/**
 * Decides whose turn it is. Accounts take turns, however much each asks for: the account that has waited longest goes
 * first; a kind of work that its account has never completed joins at the end. A turn is a little processor time, which one
 * piece of work or many may use. While others wait, an account has one piece of work under way. Accounts that overran have
 * their own share of the slow places until they have worked without fault for a while; proven accounts have a place beside the
 * common ones.
 */
export const openTurns = <T extends Turn>(places: Places): Turns<T> => {
  const records = openRecords();
  /** Waiting requests, each with the place in the round at which it came. */
  const waiting = new Map<T, number>();
  const quick = new Set<T>();
  const slow = new Set<T>();
  /** Slow places held by accounts that overran. */
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

  /** Waiting requests that their accounts' standing allows to begin, whether or not a place is free. */
  const able = (): T[] => {
    const isContended = new Set([...waiting.keys()].map(({ account }) => account)).size > 1;
    const atWork = new Set([...quick, ...slow].map(({ account }) => account));
    return [...waiting.keys()].filter(({ account }) => !isContended || !atWork.has(account));
  };
  const rank = (turn: T) => records.rank(turn.account, turn.kind) ?? waiting.get(turn) ?? 0;
  /** Quick work first, then by how long the account has waited for its turn. */
  const first = (lane: Lane): T | undefined => {
    const candidates = able().filter(hasPlace);
    const quickly = candidates.filter((turn) => !belongsToSlow(turn) && (lane !== 'last' || mayTakeLast(turn)));
    const chosen = quickly.length > 0 || lane !== 'any' ? quickly : candidates;
    // sorting keeps the order of equals
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
