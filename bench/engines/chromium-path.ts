import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const chromiumPath = '/usr/bin/chromium';

/** @returns undefined where it is not installed */
export const getChromiumVersion = (): string | undefined =>
  existsSync(chromiumPath)
    ? execFileSync(chromiumPath, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    : undefined;
