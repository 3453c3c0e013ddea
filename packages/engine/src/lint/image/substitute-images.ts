import { getRemoteImages } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';

/**
 * 120 x 80 pixels: red grows from left to right, green from top to bottom, which shows how an image is cut and stretched.
 * It has no edges, which engines enlarge differently.
 */
const substitute = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAHgAAABQCAIAAABd+SbeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAj0lEQVR42u3QMREAIBAEseOHHhv4V4Gst0',
    'ADVXZWQcbapxK/fqaiD4EGDVqgQYMGDRq0QIMGDRo0aIEGDRoCaNACDRq0QIMWaNCgBRq0QIMGLdCgBRo0aIEGLdCgQQs0aIEGDVqgQQs0aNAC',
    'DVqgQYMWaNACDRq0QIMWaNCgBRq0QIMGLdCgBRo0aIEGrZsa+VYDyYSTAJgAAAAASUVORK5CYII=',
  ].join(''),
  'base64',
);

/** Returns a bitmap for each remote image of a tree, by URL: a lint fetches nothing. */
export const getSubstituteImages = (tree: VElement): Readonly<Record<string, Uint8Array>> =>
  Object.fromEntries(getRemoteImages(tree).map((url) => [url, substitute]));
