interface Account {
  running: number;
  /** Calls that wait, the newest last. */
  readonly waiting: (() => void)[];
}

/**
 * Lets so many calls of a function run at once, shared by account: every account has one let in at once, whatever others flood,
 * and a place that becomes free goes to the account that has fewest. Of an account's calls that wait, the newest goes in first:
 * after a flood, whoever comes then is answered at once and not behind all of it; the flood itself is worked off beside him.
 *
 * @param accountOf whose call it is, as far as the call itself says.
 */
export const admitting = <A extends unknown[], T>(
  concurrency: number,
  call: (...args: A) => Promise<T>,
  accountOf: (...args: A) => string,
) => {
  const accounts = new Map<string, Account>();
  let running = 0;

  const count = (account: Account, change: 1 | -1): void => {
    account.running += change;
    running += change;
  };
  const mayBegin = (account: Account): boolean => account.running === 0 || running < concurrency;
  const leave = (name: string, account: Account): void => {
    count(account, -1);
    const [next] = [...accounts.values()]
      .filter(({ waiting }) => waiting.length > 0)
      .toSorted((one, other) => one.running - other.running);
    if (next && mayBegin(next)) {
      count(next, 1);
      next.waiting.pop()?.();
    }
    if (account.running === 0) accounts.delete(name);
  };

  return async (...args: A): Promise<T> => {
    const name = accountOf(...args);
    const account = accounts.get(name) ?? { running: 0, waiting: [] };
    accounts.set(name, account);
    if (mayBegin(account)) count(account, 1);
    else await new Promise<void>((begin) => account.waiting.push(begin));
    try {
      return await call(...args);
    } finally {
      leave(name, account);
    }
  };
};
