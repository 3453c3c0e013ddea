import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Settings {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program. @returns its standard output @throws Error with its whole output when it fails */
export const output = async (program: string, args: readonly string[], settings: Settings): Promise<string> => {
  try {
    const { stdout } = await run(program, args, { ...settings, maxBuffer: 64 * 2 ** 20 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed.\n${stdout}${stderr}`, { cause: error });
  }
};
