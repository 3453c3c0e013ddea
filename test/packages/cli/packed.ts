import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { packPackage } from '../../../tools/packages/pack.ts';
import { isSoak } from '../../support/effort.ts';

const run = promisify(execFile);

/**
 * The command line as it is packed. Its dependencies are those of this repository; the long form installs them from the registry.
 */
export const packedCommandLine = async () => {
  const site = await realpath(await mkdtemp(join(tmpdir(), 'packed-')));
  const tarball = await packPackage(site, 'image-url-cli');
  const folder = join(site, 'node_modules', 'image-url-cli');
  if (isSoak) {
    await writeFile(join(site, 'package.json'), '{ "name": "site", "private": true }');
    await run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: site });
  } else {
    await mkdir(folder, { recursive: true });
    await run('tar', ['xzf', tarball, '-C', folder, '--strip-components=1']);
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  }
  const program = join(folder, 'dist', 'main.mjs');

  /** Runs it to its end. */
  const imageUrl = async (cwd: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
    const options = { cwd, env: { PATH: process.env.PATH, ...env }, maxBuffer: 64 << 20 };
    try {
      return { code: 0, ...(await run(process.execPath, [program, ...args], options)) };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, stdout, stderr };
    }
  };
  /** Starts `image-url dev`. */
  const dev = async (cwd: string, env: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [program, 'dev', '--port', '0', '--json'], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout }))
      return { studioUrl: String(JSON.parse(line).studioUrl), stop: () => child.kill() };
    throw new Error('image-url dev ended');
  };
  return { program, imageUrl, dev, remove: () => rm(site, { recursive: true, force: true }) };
};
