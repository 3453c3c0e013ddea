import { createHash } from 'node:crypto';
import { toCanonicalQuery } from 'image-url-contract/signing/canonical-query.ts';
import type { RenderOptions } from 'image-url-engine/options.ts';

/** What determines a tree besides engine and render plan. */
interface Circumstances {
  /** Start of the minting day, if the template read the clock. */
  readonly day?: Date | undefined;
  /** The account that owns the tree, if any (docs/decisions/0341). */
  readonly accountId?: string | undefined;
  /** Hash of the custom fonts that the tree uses, if any (`hashFonts`). */
  readonly fonts?: string | undefined;
  /** For a template with sizes (`getSizeSuffix`). */
  readonly size?: string | undefined;
}

/**
 * Returns the render version (docs/interface.md#signed-urls):
 * `<engine>-<16 hex digits of the render plan's hash>[-<day>][-u<account>][-f<fonts>][-s<size>]`.
 *
 * @param renderPlanHash SHA-256 of the render plan's bytes, in hex.
 */
export const renderVersion = (
  engine: string,
  renderPlanHash: string,
  { day, accountId, fonts, size }: Circumstances,
): string =>
  [
    engine,
    renderPlanHash.slice(0, 16),
    ...(day ? [day.toISOString().slice(0, 10).replaceAll('-', '')] : []),
    ...(accountId === undefined ? [] : [`u${accountId}`]),
    ...(fonts === undefined ? [] : [`f${fonts}`]),
    ...(size === undefined ? [] : [`s${size}`]),
  ].join('-');

/**
 * Returns the render version of a preview: `<engine>-<16 hex digits of the render plan's hash>-p<16 of the tree's>`. A
 * preview has sample values, which no mint repeats exactly, so it is identified by its tree (docs/decisions/0120).
 *
 * @param content SHA-256 of the tree, in hex.
 */
export const previewVersion = (engine: string, renderPlanHash: string, content: string): string =>
  [engine, renderPlanHash.slice(0, 16), `p${content.slice(0, 16)}`].join('-');

const previewForm = /^[a-z]+\d+-[0-9a-f]{16}-p[0-9a-f]{16}$/;
export const isPreviewVersion = (rv: string): boolean => previewForm.test(rv);

/** What determines a tree: the template, its render version, and the encoded variables of the URL. */
export interface TreeIdentity {
  readonly templateId: string;
  readonly rv: string;
  readonly variables: Readonly<Record<string, string>>;
}

const getHash = (pairs: readonly (readonly [string, string])[]): string =>
  createHash('sha256').update(toCanonicalQuery(pairs)).digest('base64url');

/**
 * Returns the address under which a tree is stored. It depends neither on `tv` nor on the caller, so that no update and
 * no caller's `tv` can replace a published image.
 */
export const getTreeAddress = ({ templateId, rv, variables }: TreeIdentity): string =>
  getHash([
    ['templateId', templateId],
    ['rv', rv],
    ...Object.entries(variables).map(([n, v]) => [`v_${n}`, v] as const),
  ]);

/** Returns the name under which a tree's remote image is cached. */
export const getRemoteImageName = (url: string): string => createHash('sha256').update(url).digest('base64url');

/**
 * Returns the folder of all rendered images of a tree. Published images are in a folder of their account; previews are
 * in a folder of their template, because other accounts may see them.
 */
export const imageFolder = (
  { uid, templateId, rv }: { readonly uid: string; readonly templateId: string; readonly rv: string },
  address: string,
): string =>
  isPreviewVersion(rv) ? `${getPreviewsFolder(templateId)}${address}` : `${getAccountImagesFolder(uid)}${address}`;
export const getAccountImagesFolder = (accountId: string): string => `images/${accountId}/`;
export const getPreviewsFolder = (templateId: string): string => `previews/${templateId}/`;

/**
 * Returns the name of a rendered image, a hash of the tree and the encoding, so that equal images are stored once.
 *
 * @param clientClass if the image is encoded for a client class, not as minted.
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
    ...(clientClass ? [['clientClass', clientClass] as const] : []),
  ]);
