import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global set-up: one folder for all temporary files of a run, those of the processes that it starts too. */
export const setup = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'image-url-tests-'));
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
};
