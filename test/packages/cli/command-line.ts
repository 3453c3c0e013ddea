import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { run } from '../../../packages/cli/src/program.ts';

/** A folder for a project, which goes with the test. */
export const newProject = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** A key, and that of all addresses the one in the project's settings is meant by it. */
const keyForProject = (cwd: string): Record<string, string> => {
  try {
    const { baseUrl, environments } = JSON.parse(readFileSync(join(cwd, 'image-url.json'), 'utf8'));
    return {
      IMAGE_URL_API_KEY: 'iu_test',
      IMAGE_URL_BASE_URL: baseUrl ?? Object.values<{ baseUrl: string }>(environments)[0]?.baseUrl,
    };
  } catch {
    return { IMAGE_URL_API_KEY: 'iu_test' };
  }
};

/** Runs `image-url` in this process, in a folder and without anything of this machine's owner. */
export const imageUrl = async (
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = keyForProject(cwd),
) => {
  const message = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') =>
    new PassThrough().on('data', (chunk) => {
      message[name] += chunk;
    }) as unknown as NodeJS.WriteStream & { fd: 1 };
  const runtime = {
    cwd: () => cwd,
    env: { HOME: cwd, ...env },
    stdout: stream('stdout'),
    stderr: stream('stderr') as never,
  };
  const code = await run(args, runtime);
  await new Promise((done) => setImmediate(done));
  return { ...message, code };
};
