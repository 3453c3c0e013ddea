import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { zipFolder } from '../../tools/release/archive.ts';

/*
 * Builds the contents of a package from the layer of `npm run layer`, which is built first if it is not there: `core` or
 * `han`. Each is a layer of its own, because together they are 100 MB.
 */

const [part] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const layerFolder = join(root, 'layers/render/build');
// standard output belongs to `npm pack --json`
if (!existsSync(layerFolder)) execFileSync('npm', ['run', 'layer'], { cwd: root, stdio: ['ignore', 2, 2] });
const isHan = (path: string): boolean =>
  /\/@fontsource-variable\/noto-sans-(jp|sc|tc)\//.test(path.replaceAll(sep, '/'));
zipFolder(layerFolder, 'layer.zip', (path) => isHan(path) === (part === 'han'));
copyFileSync(join(layerFolder, 'LICENCES.txt'), 'LICENCES.txt');
