/** A door: formats of images, and what the first bytes of a file say; it runs in browsers too. */
export { getImageKind, getImageType, type ImageKind, type ImageType } from '../image-bytes.ts';
export { defaultFormat, formatsByEnding, type ImageFormat, imageFormats, outputMimeTypes } from '../image-formats.ts';
