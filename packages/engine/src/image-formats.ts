/** Output formats, as documents and messages list them. CONTRIBUTING.md has the recipe for adding one. */
export const imageFormats = ['png', 'jpeg', 'webp'] as const;
/** Format of an image if neither the request nor the template specifies one. */
export const defaultFormat = 'webp' satisfies ImageFormat;
/** Formats by file name extension. */
export const formatsByEnding: Readonly<Record<string, ImageFormat>> = {
  jpg: 'jpeg',
  ...(Object.fromEntries(imageFormats.map((format) => [format, format])) as Record<ImageFormat, ImageFormat>),
};
export const outputMimeTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
] as const satisfies readonly `image/${ImageFormat}`[];
export type ImageFormat = (typeof imageFormats)[number];
