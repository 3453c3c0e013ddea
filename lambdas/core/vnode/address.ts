import { createHash } from 'node:crypto';
import type { RenderOptions } from '../rendering/render-options.ts';
import { isPreviewVersion } from '../rendering/render-version.ts';
import { canonicalQuery } from '../signing/canonical-query.ts';

/** What a tree depends on: the template, its render version, and the variables as the URL carries them. */
export interface TreeIdentity {
  readonly templateId: string;
  readonly rv: string;
  readonly variables: Readonly<Record<string, string>>;
}

const getHash = (pairs: readonly (readonly [string, string])[]): string =>
  createHash('sha256').update(canonicalQuery(pairs)).digest('base64url');

/**
 * Returns the address under which a tree is stored. It depends neither on `tv` nor on the caller, so that no update and
 * no caller's `tv` can replace a published image.
 */
export const treeAddress = ({ templateId, rv, variables }: TreeIdentity): string =>
  getHash([
    ['templateId', templateId],
    ['rv', rv],
    ...Object.entries(variables).map(([n, v]) => [`v_${n}`, v] as const),
  ]);

/** Name of a remote image among the pins of a tree. */
export const getRemoteImageName = (url: string): string => createHash('sha256').update(url).digest('base64url');

/**
 * Folder of all rendered images of one tree: those of an account's published URLs are in one folder, and those of a template's
 * preview, which other accounts may see as well.
 */
export const imageFolder = (
  { uid, templateId, rv }: { readonly uid: string; readonly templateId: string; readonly rv: string },
  address: string,
): string =>
  isPreviewVersion(rv) ? `${previewsFolder(templateId)}${address}` : `${accountImagesFolder(uid)}${address}`;
export const accountImagesFolder = (accountId: string): string => `images/${accountId}/`;
export const previewsFolder = (templateId: string): string => `previews/${templateId}/`;

/**
 * Name of a rendered image: what is rendered and how it is encoded, so that equal images are stored once.
 *
 * @param clientClass for whom it is encoded, where it is not as minted.
 */
export const imageName = (
  address: string,
  { width, height, format, quality, devicePixelRatio }: RenderOptions,
  clientClass?: 'previewer',
): string =>
  getHash([
    ['tree', address],
    ['size', `${width}x${height}@${devicePixelRatio}`],
    ['format', `${format}${quality === undefined ? '' : `-${quality}`}`],
    ...(clientClass ? [['reader', clientClass] as const] : []),
  ]);
