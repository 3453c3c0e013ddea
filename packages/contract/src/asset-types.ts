import type { ImageKind } from 'image-url-engine/images.ts';

/** Media types of pictures by what they are. */
export const assetTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  svg: 'image/svg+xml',
} as const satisfies Record<ImageKind, string>;
