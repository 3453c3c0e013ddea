import { sha256Hex } from 'image-url-engine/values.ts';

/**
 * Returns 16 hexadecimal digits that change with a set of names. As a part of a cache key, they end what was cached for
 * another set.
 */
export const toEpoch = (names: readonly string[]): string => sha256Hex(names.toSorted().join(' ')).slice(0, 16);

/** The epochs in the query that an edge function makes: of revocations, of denied templates, or of both. */
export const epochQuery = /^epoch=((?:[0-9a-f]{16}){1,2})$/;
