import type * as Files from 'node:fs/promises';

/** Whoever holds a lock needs milliseconds: one this old belongs to a process that was killed. */
const abandonedAfterMs = 10_000;
const patienceMs = 30_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Moves a lock out of the way when its holder is gone; only one of those who try moves it. */
const removeAbandoned = async (files: typeof Files, lock: string): Promise<void> => {
  try {
    if ((await files.stat(lock)).mtimeMs > Date.now() - abandonedAfterMs) return;
    const aside = `${lock}.${crypto.randomUUID()}`;
    await files.rename(lock, aside);
    await files.rm(aside, { force: true });
  } catch {
    // released or moved by another meanwhile
  }
};

const take = async (files: typeof Files, lock: string, token: string): Promise<void> => {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await files.writeFile(lock, token, { flag: 'wx' });
    } catch (error) {
      const { code } = error as { code?: unknown };
      // what was begun is nobody's lock
      if (code === 'ENOSPC') await files.rm(lock, { force: true });
      if (code !== 'EEXIST' || Date.now() > until) throw error;
    }
    await removeAbandoned(files, lock);
    await pause(5 + Math.random() * 30);
  }
};

/**
 * Runs `work` while no other process does. `assertLocked` throws when the lock was taken for an abandoned one, so that nothing is
 * replaced by what was read before.
 */
export const lockedBy = async (
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
