/** Limits of a tree, checked when it is created and when it is rendered (docs/interface.md#minting). */
export const treeLimits = {
  depth: 100,
  nodes: 5_000,
  /** Total UTF-16 code units of text and string properties, including data URIs. */
  characters: 4_000_000,
  /** Values of all properties together, including lists and objects: 5,000 elements with twenty properties each. */
  values: 100_000,
  /** Bytes of a tree as JSON before compression. */
  bytes: 16_000_000,
  /** Total UTF-16 code units of visible text. A layout of 20,000 takes half a second. */
  textCharacters: 20_000,
  /** Longest text without a break opportunity. 100,000 crash the layout engine's process. */
  wordCharacters: 2_000,
  /** Remote images of a tree. Each fetch is limited to 5 s and 10 MB. */
  remoteImages: 20,
  /** Total bytes of a tree's remote images that are shown. */
  remoteImageBytes: 40_000_000,
  /** Compressed bytes; a DynamoDB item can contain 400 KB. */
  storedBytes: 350_000,
} as const;
