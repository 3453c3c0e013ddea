/** Output formats, in the order documents and messages list them. CONTRIBUTING.md has the recipe for another one. */
export const imageFormats = ['png', 'jpeg', 'webp'] as const;
/** What an image is encoded as if neither the request nor the template names a format. */
export const defaultFormat = 'webp' satisfies ImageFormat;
/** Formats by the endings of file names that stand for them. */
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
