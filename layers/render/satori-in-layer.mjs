/*
 * Stands for `satori` in the bundle of the render worker, and loads it from where that process is told its modules are
 * (`process.argv[2]`): ES modules cannot be imported from a layer by name.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const loaded = createRequire(join(process.argv[2], 'here.js'))('satori');
// biome-ignore lint/style/noDefaultExport: it stands for a package that has one
export default loaded.default ?? loaded;
