import { LRUCache } from 'lru-cache';

/** What is remembered of an account. */
interface AccountRecord {
  /** Its place in the round: the lower, the longer it has waited for its turn. */
  readonly rank: number;
  /** Milliseconds of its current turn that are used. */
  readonly usedMs: number;
  /** Pieces of work without fault in a row. */
  readonly faultless: number;
  /** It overran, and has not done enough without fault since. */
  readonly isSuspect: boolean;
  /** Its work was ended to make room, and none has ended by itself since. */
  readonly isSlow: boolean;
  /** Kinds of work it has completed without fault. */
  readonly kinds: ReadonlySet<string>;
}

/** Most accounts remembered; the one unseen for longest is forgotten first. */
const remembered = 1_000;
/** Pieces of work without fault in a row after which an account counts as proven: it may use the reserved place. */
const proving = 5;
/** Milliseconds of processor time in a turn: many mints, or all the steps of saving a template. */
const turnMs = 300;
const none: ReadonlySet<string> = new Set();
const unknown = { faultless: 0, isSuspect: false, isSlow: false, kinds: none };

/** Remembers how long each account has waited for its turn, and whose work used up what it may take. */
export const openRecords = () => {
  const records = new LRUCache<string, AccountRecord>({ max: remembered });
  let turns = 0;
  /** A new account joins behind all known ones. */
  const newRank = (): number => turns + 0.5;
  const note = (account: string, change: Partial<AccountRecord>) => {
    const known = records.get(account) ?? { rank: newRank(), usedMs: 0, ...unknown };
    records.set(account, { ...known, ...change });
  };
  return {
    newRank,
    /** Undefined for a kind of work that the account has never completed: how long it takes is unknown. */
    rank: (account: string, kind: string): number | undefined => {
      const known = records.get(account);
      return known?.kinds.has(kind) ? known.rank : undefined;
    },
    isSuspect: (account: string): boolean => records.get(account)?.isSuspect ?? false,
    /** Whether its work begins among the slow. */
    isSlow: (account: string): boolean => {
      const { isSuspect, isSlow } = records.get(account) ?? unknown;
      return isSuspect || isSlow;
    },
    isProven: (account: string): boolean => (records.get(account)?.faultless ?? 0) >= proving,
    /** Notes that it was given a place: a new account then goes before those that joined at the same time. */
    noteTurn: (account: string, rank: number): void =>
      note(account, records.has(account) ? {} : { rank: Math.floor(rank) }),
    /** Adds to the time of its turn, which ends when all of it is used. */
    noteTime: (account: string, ms: number): void => {
      const usedMs = (records.get(account)?.usedMs ?? 0) + ms;
      if (usedMs >= turnMs) turns += 1;
      note(account, usedMs < turnMs ? { usedMs } : { rank: turns, usedMs: 0 });
    },
    /** Notes how a piece of work went that ended by itself. */
    noteWork: (account: string, kind: string, hasOverrun: boolean): void => {
      const before = records.get(account) ?? unknown;
      const faultless = hasOverrun ? 0 : before.faultless + 1;
      const kinds = hasOverrun ? before.kinds : new Set([...before.kinds, kind]);
      const isSuspect = hasOverrun || (before.isSuspect && faultless < proving);
      note(account, { faultless, kinds, isSuspect, isSlow: false });
    },
    /** Notes that its work was ended to make room. */
    noteSlow: (account: string): void => note(account, { faultless: 0, isSlow: true }),
  };
};
