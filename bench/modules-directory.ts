import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The `node_modules` with native code, fonts and emoji. */
export const modulesDirectory = dirname(
  dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))),
);
