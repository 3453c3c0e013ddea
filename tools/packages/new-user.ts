import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, resolve } from 'node:path';
import { output } from './commands.ts';
import type { Registry } from './registry.ts';

/** Returns the environment of a new user: an empty home, one version of Node, nothing of this project. */
export const getNewUserEnvironment = async (
  home: string,
  node: string,
  registry?: Registry,
): Promise<NodeJS.ProcessEnv> => {
  await mkdir(home, { recursive: true });
  const printed = await output('npx', ['--yes', '--package', `node@${node}`, 'node', '-p', 'process.execPath'], {
    cwd: home,
  });
  const own = resolve('node_modules/.bin');
  const paths = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules') && path !== own);
  return {
    PATH: [dirname(printed.trim()), ...paths].join(delimiter),
    HOME: home,
    ...(registry && { npm_config_registry: registry.url }),
    npm_config_update_notifier: 'false',
  };
};
