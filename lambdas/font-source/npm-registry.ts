import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { promisify } from 'node:util';

const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text);

/** Milliseconds for npm to say it. */
const npmMs = 10_000;

/**
 * Returns the address of the registry that npm uses on this machine; '' if npm does not say it.
 *
 * @param environment of this process: npm sets `npm_config_registry` for what it starts.
 */
export const getNpmRegistry = async (environment: Readonly<Record<string, string | undefined>>): Promise<string> => {
  const { npm_config_registry: given = '' } = environment;
  if (isAddress(given)) return given;
  try {
    // not in the working directory, whose settings somebody else may have written
    const settings = { cwd: homedir(), timeout: npmMs, shell: process.platform === 'win32' };
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], settings);
    return isAddress(stdout.trim()) ? stdout.trim() : '';
  } catch {
    // npm is not installed, or does not answer: there is no source then, which warnings report
    return '';
  }
};
