import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { output } from './commands.ts';

const verdaccio = 'verdaccio@6.10.4';

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

/**
 * Starts an empty registry on loopback to which anyone may publish the given packages. All others come from npm's
 * configured registry.
 */
export const startRegistry = async (folder: string, names: readonly string[]): Promise<Registry> => {
  await mkdir(folder, { recursive: true });
  // a dependency refers to a tag of it, which mirrors of npm's registry may lack
  const overrides = { 'node-fetch': '2.7.0' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
  await output('npm', ['install', '--no-audit', '--no-fund', verdaccio], { cwd: folder });
  const upstream = (await output('npm', ['config', 'get', 'registry'], { cwd: folder })).trim();
  const port = await findFreePort();
  const own = Object.fromEntries(names.map((name) => [name, { access: '$all', publish: '$all' }]));
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { upstream: { url: upstream, timeout: '120s' } },
    packages: { ...own, '**': { access: '$all', proxy: 'upstream' } },
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    max_body_size: '500mb',
    web: { enable: false },
    log: { type: 'stdout', level: 'error' },
  };
  // JSON is valid YAML
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(config));
  const listen = `127.0.0.1:${port}`;
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [program, '--config', join(folder, 'config.yaml'), '--listen', listen], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://${listen}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The registry ended at its start with code ${child.exitCode}.`);
    const answer = await fetch(`${url}/-/ping`).catch(() => setTimeout(100));
    if (answer?.ok) break;
  }
  return {
    url,
    close: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};

/** Publishes a tarball to a registry on loopback, without provenance, which requires the public registry. */
export const publish = async ({ url }: Registry, tarball: string, cwd: string): Promise<void> => {
  // npm requires a token even for a registry without authentication
  const userconfig = join(cwd, 'npmrc');
  await writeFile(userconfig, `${url.replace('http:', '')}/:_authToken=none\n`);
  const options = ['--registry', url, '--userconfig', userconfig, '--provenance=false'];
  await output('npm', ['publish', tarball, ...options], { cwd });
};
