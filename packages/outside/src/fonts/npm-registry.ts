import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { promisify } from 'node:util';

const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text);

/** Timeout of the call to npm. */
const npmMs = 10_000;

/**
 * Returns the URL of the npm registry of this machine; '' if npm has none or cannot be called.
 *
 * @param environment that of this process: npm sets `npm_config_registry` for the commands it runs
 */
export const getNpmRegistry = async (environment: Readonly<Record<string, string | undefined>>): Promise<string> => {
  const { npm_config_registry: given = '' } = environment;
  if (isAddress(given)) return given;
  try {
    // not in the working directory, which may contain an untrusted `.npmrc`
    const settings = { cwd: homedir(), timeout: npmMs, shell: process.platform === 'win32' };
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], settings);
    return isAddress(stdout.trim()) ? stdout.trim() : '';
  } catch {
    // npm is not installed or timed out: without a source, the lint warns
    return '';
  }
};
