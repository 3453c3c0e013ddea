import { LRUCache } from 'lru-cache';

/** What is remembered of an account. */
interface AccountRecord {
  /** Its place in the round: the lower, the longer it has waited for its turn. */
  readonly rank: number;
  /** Milliseconds of its turn that it has used. */
  readonly usedMs: number;
  /** Pieces of work without fault it still owes since it last overran. */
  readonly owed: number;
  /** Work of it was ended for the sake of others, and none has come to an end of its own since. */
  readonly isSlow: boolean;
  /** Kinds of work it has had done without fault. */
  readonly kinds: ReadonlySet<string>;
}

/** Accounts remembered; whoever has not been seen for longest is forgotten first. */
const remembered = 1_000;
/** Pieces of work without fault in a row after which an account that overran counts as others do. */
const owedAfterOverrun = 5;
/** Milliseconds of processor time in a turn: many mints, or all the steps of saving a template. */
const turnMs = 300;
const none: ReadonlySet<string> = new Set();

/** Remembers how long each account has waited for its turn, and whose work used up what it may take. */
export const openRecords = () => {
  const records = new LRUCache<string, AccountRecord>({ max: remembered });
  let turns = 0;
  /** Somebody new joins behind those who have been there. */
  const newRank = (): number => turns + 0.5;
  const note = (account: string, change: Partial<AccountRecord>) => {
    const known = records.get(account) ?? { rank: newRank(), usedMs: 0, owed: 0, isSlow: false, kinds: none };
    records.set(account, { ...known, ...change });
  };
  return {
    newRank,
    /** Undefined for work of a kind that it has never had done: nobody knows yet how long that takes. */
    rank: (account: string, kind: string): number | undefined => {
      const known = records.get(account);
      return known?.kinds.has(kind) ? known.rank : undefined;
    },
    /** Whether it overran and has not done enough without fault since. */
    isSuspect: (account: string): boolean => (records.get(account)?.owed ?? 0) > 0,
    /** Whether its work begins among the slow. */
    isSlow: (account: string): boolean => {
      const { owed = 0, isSlow = false } = records.get(account) ?? {};
      return owed > 0 || isSlow;
    },
    /** Notes that it was given a place: somebody new is ahead of those who joined with him from now on. */
    noteTurn: (account: string, rank: number): void =>
      note(account, records.has(account) ? {} : { rank: Math.floor(rank) }),
    /** Notes time of its turn, which is over when all of it has been used. */
    noteTime: (account: string, ms: number): void => {
      const usedMs = (records.get(account)?.usedMs ?? 0) + ms;
      if (usedMs >= turnMs) turns += 1;
      note(account, usedMs < turnMs ? { usedMs } : { rank: turns, usedMs: 0 });
    },
    /** Notes how a piece of work went that came to an end of its own. */
    noteWork: (account: string, kind: string, hasOverrun: boolean): void => {
      const { owed = 0, kinds = none } = records.get(account) ?? {};
      const after = hasOverrun
        ? { owed: owedAfterOverrun }
        : { owed: Math.max(0, owed - 1), kinds: new Set([...kinds, kind]) };
      note(account, { ...after, isSlow: false });
    },
    /** Notes that its work was ended for the sake of others. */
    noteSlow: (account: string): void => note(account, { isSlow: true }),
  };
};
