import { sha256Hex } from '../hash.ts';

/*
 * A usage record remembers takings by their tokens. In its slots stand those of writers that come again, one in each; on its
 * pages all others, until a page is filed. So many of both, with the counters and the longest key, stay below 1,024 bytes:
 * the size of one write unit.
 */
const slotCount = 56;

/** Names of the slots' attributes, a letter or digit each. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
export const slotNames: readonly string[] = letters.slice(0, slotCount);

/** Names of the attributes that hold a record's last pages, each of them every third page. */
export const pageNames = ['p0', 'p1', 'p2'] as const;
export const pageNameOf = (page: number): string => pageNames[page % pageNames.length] as string;

/** Tokens on a page at which it is turned by some takings, and by all. */
export const pageTokens = { some: 3, all: 15 } as const;

/** The name of one taking, eight characters for six random bytes: no two takings have the same. */
export const tokenOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
export const tokenBytes = 6;

/** Whether a taking is one of the few that turn a page before it is full, so that those at once do not all try. */
export const turnsEarly = (token: string): boolean => token.charCodeAt(0) % 8 === 0;

/**
 * The tokens of a reservation, whoever asks for it and however often. What was given back may be taken once more: the next
 * round has tokens of its own.
 */
export const tokensOf = (reservation: string, round: number): { readonly taken: string; readonly returned: string } => {
  const hash = Buffer.from(sha256Hex(`${round} ${reservation}`), 'hex');
  return { taken: tokenOf(hash.subarray(0, tokenBytes)), returned: tokenOf(hash.subarray(tokenBytes, 2 * tokenBytes)) };
};
