import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { fail, failWithCause } from 'image-url-contract/errors.ts';
import { pinnedFamily, type Typography } from 'image-url-engine/fonts.ts';
import { countValues, mayBeTree, treeLimits, type VElement } from 'image-url-engine/trees.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import * as z from 'zod';

/** A compressed tree and its hashes. */
export interface StoredTree {
  readonly bytes: Uint8Array;
  /** SHA-256 of `bytes`, in hex. */
  readonly hash: string;
  /** SHA-256 of the uncompressed JSON, in hex. Identifies a tree regardless of the release that compressed it. */
  readonly content: string;
}

/** Separate formats, so that releases without custom fonts or pinned families reject trees that have some. */
const [plainFormat, formatWithTypography, formatWithPinned] = [1, 2, 3] as const;

/** A tree as it was packed. */
export interface UnpackedTree {
  readonly tree: VElement;
  readonly typography?: Typography;
}

const typographySchema = z.object({
  family: z.string().optional(),
  fonts: z.array(
    z.object({
      family: z.string(),
      weights: z.tuple([z.number(), z.number()]),
      styles: z.array(z.enum(['normal', 'italic'])),
      hash: z.string(),
    }),
  ),
  pinned: z.array(pinnedFamily).optional(),
});

const storedSchema = z.discriminatedUnion('formatVersion', [
  z.object({ formatVersion: z.literal(plainFormat), tree: z.unknown() }),
  z.object({
    formatVersion: z.literal([formatWithTypography, formatWithPinned]),
    tree: z.unknown(),
    typography: typographySchema,
  }),
]);

/** Packs a tree; undefined if it is too large to store, for which the caller throws the error. */
export const packTree = (tree: VElement, typography?: Typography): StoredTree | undefined => {
  const formatVersion = typography?.pinned ? formatWithPinned : typography ? formatWithTypography : plainFormat;
  const json = Buffer.from(JSON.stringify({ formatVersion, tree, typography }));
  if (json.length > treeLimits.bytes) return undefined;
  const bytes = deflateRawSync(json, { level: 6 });
  if (bytes.length > treeLimits.storedBytes) return undefined;
  return { bytes, hash: sha256Hex(bytes), content: sha256Hex(json) };
};

/**
 * Unpacks an untrusted stored tree.
 *
 * @throws INVALID_VNODE if its bytes do not match the hash or contain no tree of a known format; MAX_DEPTH if it is
 * nested too deeply (docs/interface.md#images).
 */
export const unpackTree = ({ bytes, hash }: Pick<StoredTree, 'bytes' | 'hash'>): UnpackedTree => {
  if (sha256Hex(bytes) !== hash) throw fail('INVALID_VNODE');
  const { tree, ...stored } = parse(bytes);
  checkTree(tree);
  return 'typography' in stored ? { tree, typography: stored.typography as Typography } : { tree };
};

const parse = (bytes: Uint8Array) => {
  try {
    const json = inflateRawSync(bytes, { maxOutputLength: treeLimits.bytes }).toString('utf8');
    if (mayBeTree(json)) return storedSchema.parse(JSON.parse(json));
  } catch (error) {
    throw failWithCause(error, 'INVALID_VNODE');
  }
  throw fail('INVALID_VNODE');
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Walks level by level, so that a deep tree cannot exhaust the stack before it is rejected. */
function checkTree(root: unknown): asserts root is VElement {
  let level: unknown[] = [root];
  let nodes = 0;
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > treeLimits.depth) throw fail('MAX_DEPTH');
    nodes += level.length;
    if (nodes > treeLimits.nodes) throw fail('INVALID_VNODE');
    const elements = level.filter((node) => typeof node !== 'string' || depth === 0).map(elementIn);
    for (const { props } of elements) values += countValues(props);
    if (values > treeLimits.values) throw fail('INVALID_VNODE');
    level = elements.flatMap(({ children }) => children);
  }
}

const elementIn = (node: unknown): { props: Record<string, unknown>; children: readonly unknown[] } => {
  if (!isObject(node) || typeof node.type !== 'string') throw fail('INVALID_VNODE');
  const { props, children } = node;
  if (!isObject(props) || !Array.isArray(children)) throw fail('INVALID_VNODE');
  return { props, children };
};
