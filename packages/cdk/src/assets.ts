import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { FunctionId } from '../../../lambdas/config/functions.ts';
import type { EdgeFunctionName } from '../../../lib/delivery/edge-functions.ts';

/* Replaces `lib/app/assets.ts` in the package, where everything that the constructs deploy is built beforehand. */

// the package is CommonJS
const assets = resolve(__dirname, 'assets');

export const functionCode = (id: FunctionId): Code => Code.fromAsset(join(assets, 'functions', id));
export const templateReader = resolve(__dirname, 'read-templates.mjs');
export const layerFolder = join(assets, 'layer');
export const studioFolder = join(assets, 'studio');
export const buildHint = {
  layer: 'This build of image-url-cdk comes without the layer: build it with `npm run layer` and pass layerPath.',
  studio: 'This build of image-url-cdk comes without the studio.',
} as const;
export const edgeSource = (name: EdgeFunctionName): string => readFileSync(join(assets, 'edge', `${name}.js`), 'utf8');

// fails to compile if an export of `lib/app/assets.ts` is missing
({
  functionCode,
  templateReader,
  layerFolder,
  studioFolder,
  buildHint,
  edgeSource,
}) satisfies Record<keyof typeof import('../../../lib/app/assets.ts'), unknown>;
