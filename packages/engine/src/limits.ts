/** The limits of templates and images. */
export const limits = {
  sidePx: { min: 1, max: 4096 },
  quality: { min: 0, max: 100 },
  /** Width times height times the square of the device pixel ratio. */
  outputPixels: 4096 * 4096,
  /** Longest side that a format can store, in device pixels. */
  longestSidePx: { png: 4096 * 4096, jpeg: 65_500, webp: 16_383 },
  /** Of one template. Each is rendered when the template is saved. */
  sizes: 6,
  sizeNameCharacters: 20,
  defaultSizePx: { width: 1200, height: 630 },
  /** Larger images are not shown by WhatsApp (packages/engine/src/client-classes.ts). */
  previewerBytes: 300_000,
  variables: 64,
  variableNameCharacters: 64,
  /** Of a template's variables with their defaults. */
  defaultsBytes: 150_000,
  /** UTF-16 code units. */
  codeCharacters: 180_000,
  /** Of `options.fontFamily`. */
  fontFamiliesCharacters: 300,
  /** Families outside the core in one template. */
  fetchedFamilies: 8,
  /** Elements whose boxes the response of a check contains, the first in document order. */
  checkedBoxes: 500,
} as const;
