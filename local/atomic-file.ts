import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Ending of files that are not written to their end yet; whoever lists a folder leaves them out. */
export const unfinished = '.tmp';

/** Writes a file that is there whole or not at all, also when the process is killed meanwhile. Readable by its owner only. */
export const writeWhole = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.${randomUUID()}${unfinished}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};
