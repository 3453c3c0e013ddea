import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns functions that load the npm packages of a folder: CommonJS and native ones, and ES modules. */
export const openLibraries = (modules: string) => {
  const load = createRequire(join(modules, 'here.js'));
  const importModule = (name: string): Promise<unknown> => import(pathToFileURL(load.resolve(name)).href);
  return { load, importModule };
};
