import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A temporary folder for the tests of one file, removed after the last of them. Returns its path. */
export const useFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'image-url-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
