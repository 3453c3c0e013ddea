import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { FunctionId } from '../../../lambdas/config/functions.ts';
import type { EdgeFunctionName } from '../../../lib/delivery/edge-functions.ts';
import { unpack } from './packed-files.ts';

/* Replaces `lib/app/assets.ts` in the package, where everything that the constructs deploy is built beforehand. */

// the package is CommonJS
const assets = resolve(__dirname, 'assets');

let unpacked: string | undefined;
/** Returns the folder with the code of all functions, which is packed: most of it is in many of them. */
const getFunctions = (): string => {
  if (unpacked !== undefined) return unpacked;
  const folder = mkdtempSync(join(tmpdir(), 'image-url-cdk-'));
  // the synthesis copies what it deploys
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  unpack(join(assets, 'functions.br'), folder);
  unpacked = folder;
  return folder;
};

export const functionCode = (id: FunctionId): Code => Code.fromAsset(join(getFunctions(), id));
export const templateReader = resolve(__dirname, 'read-templates.mjs');
/** Returns an installed package; undefined if it is not there. */
const findPackage = (
  name: string,
  from = __dirname,
): { readonly folder: string; readonly version: string } | undefined => {
  try {
    const manifest = require.resolve(`${name}/package.json`, { paths: [from] });
    return { folder: dirname(manifest), version: JSON.parse(readFileSync(manifest, 'utf8')).version };
  } catch {
    return undefined;
  }
};
const { version } = JSON.parse(readFileSync(resolve(__dirname, '../package.json'), 'utf8'));
const layer = findPackage('image-url-layer');
const packages = [layer, layer && findPackage('image-url-layer-han', layer.folder)];
const others = packages.flatMap((one) => (one && one.version !== version ? [one.version] : []));
export const layerFolders = packages.map((one) =>
  one && one.version === version ? join(one.folder, 'layer.zip') : 'image-url-layer',
);
export const studioFolder = join(assets, 'studio');
export const buildHint = {
  layer: `${others.length > 0 ? `Version ${others[0]} is installed. ` : ''}Run: npm install --save-dev image-url-layer@${version}`,
  studio: 'This build of image-url-cdk comes without the studio.',
} as const;
export const edgeSource = (name: EdgeFunctionName): string => readFileSync(join(assets, 'edge', `${name}.js`), 'utf8');

// fails to compile if an export of `lib/app/assets.ts` is missing
({
  functionCode,
  templateReader,
  layerFolders,
  studioFolder,
  buildHint,
  edgeSource,
}) satisfies Record<Exclude<keyof typeof import('../../../lib/app/assets.ts'), 'layerFolder'>, unknown>;
