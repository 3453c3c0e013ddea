/**
 * Lets so many calls of a function run at once for each account; its others wait, and the newest goes in first. After a flood,
 * whoever comes then is answered at once and not behind all of it; the flood itself is worked off beside him. And whatever one
 * account floods, another is let in.
 *
 * @param accountOf whose call it is, as far as the call itself says.
 */
export const admitting = <A extends unknown[], T>(
  concurrency: number,
  call: (...args: A) => Promise<T>,
  accountOf: (...args: A) => string,
) => {
  const accounts = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async (...args: A): Promise<T> => {
    const account = accountOf(...args);
    const own = accounts.get(account) ?? { running: 0, waiting: [] };
    accounts.set(account, own);
    if (own.running >= concurrency) await new Promise<void>((admit) => own.waiting.push(admit));
    else own.running += 1;
    try {
      return await call(...args);
    } finally {
      const next = own.waiting.pop();
      if (next) next();
      else own.running -= 1;
      if (own.running === 0) accounts.delete(account);
    }
  };
};
