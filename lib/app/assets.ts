import { resolve } from 'node:path';

export { functionCode } from '../api/function-bundle.ts';
export { edgeSource } from '../delivery/edge-source.ts';

/*
 * Paths of what the constructs deploy, in this checkout. The package `image-url-cdk` replaces this module by
 * `packages/cdk/src/assets.ts`, whose files are built beforehand.
 */

/** Program that reads template files (`packages/cdk/src/read-templates.ts`). */
export const templateReader = resolve(import.meta.dirname, '../../packages/cdk/src/read-templates.ts');
/** Folder of the render layer, built by `npm run layer`. */
export const layerFolder = resolve(import.meta.dirname, '../../layers/render/build');
/** Folders, or zip files, that are a layer each. */
export const layerFolders: readonly string[] = [layerFolder];
/** Folder of the studio's page, built by `npm run studio`. */
export const studioFolder = resolve(import.meta.dirname, '../../packages/studio/built');
/** Commands to run when one of the folders is missing. */
export const buildHint = { layer: 'Run: npm run layer', studio: 'Run: npm run studio' } as const;
