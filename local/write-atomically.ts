import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Extension of incomplete files, which lists of a folder must omit. */
export const unfinished = '.tmp';

/** Writes a file atomically, even if the process is killed. Readable by its owner only. */
export const writeAtomically = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.${randomUUID()}${unfinished}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};
