import type * as Files from 'node:fs/promises';

/** Milliseconds after which a lock counts as abandoned; it is normally held for a few milliseconds. */
const abandonedAfterMs = 10_000;
const patienceMs = 30_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Removes an abandoned lock. If several processes try, only one succeeds. */
const removeAbandoned = async (files: typeof Files, lock: string): Promise<void> => {
  try {
    if ((await files.stat(lock)).mtimeMs > Date.now() - abandonedAfterMs) return;
    const aside = `${lock}.${crypto.randomUUID()}`;
    await files.rename(lock, aside);
    await files.rm(aside, { force: true });
  } catch {
    // released or moved by another process meanwhile
  }
};

const take = async (files: typeof Files, lock: string, token: string): Promise<void> => {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await files.writeFile(lock, token, { flag: 'wx' });
    } catch (error) {
      const { code } = error as { code?: unknown };
      // an incomplete lock file belongs to no process
      if (code === 'ENOSPC') await files.rm(lock, { force: true });
      if (code !== 'EEXIST' || Date.now() > until) throw error;
    }
    await removeAbandoned(files, lock);
    await pause(5 + Math.random() * 30);
  }
};

/**
 * Runs `work` while this process holds the lock. `assertLocked` throws if another process has removed the lock as
 * abandoned, so that newer data is not overwritten.
 */
export const withLock = async (
  files: typeof Files,
  lock: string,
  work: (assertLocked: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const token = crypto.randomUUID();
  const isMine = async () => (await files.readFile(lock, 'utf8').catch(() => '')) === token;
  const folder = lock.replace(/[^/\\]*$/, '');
  if (folder !== '') await files.mkdir(folder, { recursive: true });
  await take(files, lock, token);
  try {
    await work(async () => {
      if (!(await isMine())) throw new Error(`another process took ${lock}`);
    });
  } finally {
    if (await isMine()) await files.rm(lock, { force: true });
  }
};
