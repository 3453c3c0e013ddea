import type { FrozenImage } from './on-demand.ts';

/** What is stored of an account, by kind. */
export const pieceKinds = [
  'keys',
  'keyUses',
  'signingKeys',
  'templates',
  'versions',
  'sources',
  'fonts',
  'trees',
  'images',
  'usage',
  'answers',
] as const;
export type PieceKind = (typeof pieceKinds)[number];

/** One row or object of an account. */
export interface StoredPiece {
  readonly kind: PieceKind;
  /** Removes it; done again it does nothing. */
  remove(): Promise<void>;
}

/** Finds what is stored of accounts, so that it can be removed. Only operators have it. */
export interface AccountData {
  /**
   * Everything of an account except its own record, deny list entries and revocations. A piece comes after the pieces
   * that are found through it.
   */
  of(accountId: string): AsyncIterable<StoredPiece>;
  /** The tree of an image, and all its rendered images in every size and for every client class. */
  ofTree(accountId: string, address: string): AsyncIterable<StoredPiece>;
  /** What was frozen for the identity of an on-demand URL; undefined if nothing was. */
  frozenImage(identity: string): Promise<FrozenImage | undefined>;
  /** What is stored under an identity: the frozen image, its failures and lease; and what the list of render failures says of a path. */
  ofOnDemandUrl(accountId: string, identity: string, path: string): AsyncIterable<StoredPiece>;
}

/** Caches of CloudFront in front of the image host. */
export interface EdgeCaches {
  /** Drops every image; resolves once that holds at every edge location. */
  dropImages(): Promise<void>;
}
