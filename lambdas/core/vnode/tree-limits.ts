/** Bounds of an evaluated tree; kept when it is made and checked again when it is rendered (docs/interface.md#minting). */
export const treeLimits = {
  depth: 100,
  nodes: 5_000,
  /** UTF-16 code units of all text and string properties together; data URIs count too. */
  characters: 4_000_000,
  /**
   * Values of all properties together, whatever they are: texts, numbers, booleans, null, lists and objects, empty ones too.
   * 5,000 elements with twenty properties each.
   */
  values: 100_000,
  /** Bytes of a tree as JSON, before it is compressed. */
  bytes: 16_000_000,
  /** UTF-16 code units of visible text together; a layout of 20,000 takes half a second. */
  textCharacters: 20_000,
  /** Longest run of text without a place to break; 100,000 end the layout engine's process. */
  wordCharacters: 2_000,
  /** Remote images of one tree; each is fetched within 5 s and 10 MB. */
  remoteImages: 20,
  /** Bytes of a tree's remote images together: they are held in memory side by side, and again where they are rendered. */
  remoteImageBytes: 40_000_000,
  /** Compressed bytes; a table item holds 400 KB. */
  storedBytes: 350_000,
} as const;
