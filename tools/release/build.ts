/**
 * `npm run release:build`: builds a release into `release`: the packages, the render layer, the CloudFormation
 * templates with their files, checksums and the notes.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { print } from '../../bin/print.ts';
import { layerFolder } from '../../lib/app/assets.ts';
import { output } from '../packages/commands.ts';
import { packPackages } from '../packages/pack.ts';
import { zipFolder } from './archive.ts';
import { releaseNotes } from './changelog.ts';
import { synthesiseRelease } from './synthesise.ts';

const folder = 'release';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const assetsFolder = join(folder, 'assets');

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'packages'), { recursive: true });
for (const script of ['layer', 'studio']) {
  if (script === 'layer' && process.argv.includes('--keep-layer') && existsSync(layerFolder)) continue;
  await output('npm', ['run', script], { cwd: '.' });
}
await packPackages(join(folder, 'packages'));
zipFolder(layerFolder, join(folder, `image-url-layer-${version}.zip`));

const stacks = synthesiseRelease(version, { outdir: join(folder, 'cdk.out') });
for (const { name, template, assets } of stacks) {
  const kind = name.includes('-edge') ? 'image-url-edge' : 'image-url-service';
  // CloudFormation accepts 1 MB from a bucket, including whitespace
  writeFileSync(join(folder, `${kind}-${version}.template.json`), JSON.stringify(JSON.parse(template)));
  for (const { key, source, isFolder } of assets) {
    const file = join(assetsFolder, key);
    mkdirSync(dirname(file), { recursive: true });
    if (isFolder) zipFolder(source, file);
    else copyFileSync(source, file);
  }
}
zipFolder(assetsFolder, join(folder, `image-url-service-${version}-assets.zip`));
for (const name of ['assets', 'cdk.out']) rmSync(join(folder, name), { recursive: true });

const released = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
const files = [
  ...released.map(({ name }) => join(folder, name)),
  ...readdirSync(join(folder, 'packages')).map((name) => join(folder, 'packages', name)),
].sort();
// file names only, because all files of a release are downloaded into one folder
writeFileSync(join(folder, 'SHA256SUMS'), files.map((file) => `${hashOf(file)}  ${basename(file)}\n`).join(''));
writeFileSync(join(folder, 'notes.md'), releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version));
for (const file of files) print(`${(statSync(file).size / 1e6).toFixed(2).padStart(8)} MB  ${basename(file)}`);
