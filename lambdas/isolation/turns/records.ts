/** What is remembered of an account. */
interface AccountRecord {
  /** Number of the turn it last began, 0 for none. */
  readonly lastTurn: number;
  /** Pieces of work without fault it still owes since it last overran. */
  readonly owed: number;
}

/** Accounts remembered; whoever has not been seen for longest is forgotten first. */
const remembered = 1_000;
/** Pieces of work without fault in a row after which an account that overran counts as others do. */
const owedAfterOverrun = 5;
const unknown: AccountRecord = { lastTurn: 0, owed: 0 };

/** Remembers whose turn came when, and whose work used up what it may take. */
export const openRecords = () => {
  const records = new Map<string, AccountRecord>();
  let turns = 0;
  const of = (account: string): AccountRecord => records.get(account) ?? unknown;
  const note = (account: string, change: Partial<AccountRecord>) => {
    const changed = { ...of(account), ...change };
    records.delete(account);
    records.set(account, changed);
    for (const oldest of records.keys()) {
      if (records.size <= remembered) break;
      records.delete(oldest);
    }
  };
  return {
    lastTurn: (account: string): number => of(account).lastTurn,
    /** Whether it overran and has not done enough without fault since. */
    isSuspect: (account: string): boolean => of(account).owed > 0,
    noteTurn: (account: string): void => {
      turns += 1;
      note(account, { lastTurn: turns });
    },
    noteWork: (account: string, hasOverrun: boolean): void =>
      note(account, { owed: hasOverrun ? owedAfterOverrun : Math.max(0, of(account).owed - 1) }),
  };
};
