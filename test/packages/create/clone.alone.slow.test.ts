import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../../support/folder.ts';

const run = promisify(execFile);
const folder = useFolder();

/** Returns the program of a version of Node, from npm. */
const getNode = async (version: string): Promise<string> => {
  const args = ['--yes', '--package', `node@${version}`, 'node', '--print', 'process.execPath'];
  return (await run('npx', args, { cwd: folder })).stdout.trim();
};

/** Needs the registry. 20 is the oldest version that the README names: the packages need a later one. */
describe('npm run create, in a clone', () => {
  it.each(['20', '22.15'])('makes an app whose scripts run with Node %s', async (version) => {
    const node = await getNode(version);
    const env = {
      ...process.env,
      PATH: [dirname(node), '/usr/bin', '/bin'].join(':'),
      // npm sets it to the program that runs it
      npm_node_execpath: node,
      INIT_CWD: folder,
    };
    const app = `app-${version}`;
    const { stdout } = await run(process.execPath, ['bin/create.ts', app], {
      env: { ...env, PATH: [dirname(process.execPath), env.PATH].join(':') },
    });
    expect(stdout).toContain(`cd ${app}\n  npm run dev\n`);
    const cwd = join(folder, app);
    const manifest = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
    expect(manifest.devDependencies['image-url-cli']).toMatch(/^file:packages\/image-url-cli-.*\.tgz$/);

    expect((await run('npm', ['run', 'check'], { cwd, env })).stdout).toContain('0 errors, 0 warnings');
    expect((await run('npm', ['run', 'page'], { cwd, env })).stdout).toContain('wrote page.html');
  });

  it('overwrites nothing', async () => {
    const failed = await run(process.execPath, ['bin/create.ts', '.'], {
      env: { ...process.env, INIT_CWD: process.cwd() },
    }).catch((error: { code: number; stderr: string }) => error);
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') });
  });
});
