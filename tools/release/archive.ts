import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The earliest date in the zip format. */
const always = new Date('1980-01-01T12:00:00Z');

/**
 * Zips the files of a folder reproducibly. Requires the program `zip`.
 *
 * @param isWanted whether to include a file. @default all
 */
export const zipFolder = (folder: string, file: string, isWanted = (_path: string): boolean => true): void => {
  const copy = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    cpSync(folder, copy, { recursive: true, dereference: true });
    const files = readdirSync(copy, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter(isWanted);
    for (const path of files) utimesSync(path, always, always);
    const names = files.map((path) => path.slice(copy.length + 1)).sort();
    rmSync(file, { force: true });
    const input = `${names.join('\n')}\n`;
    execFileSync('zip', ['-q', '-X', '-9', resolve(file), '-@'], {
      cwd: copy,
      input,
      env: { ...process.env, TZ: 'UTC' },
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};
