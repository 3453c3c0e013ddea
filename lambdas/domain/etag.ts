import { createHash } from 'node:crypto';

/** Returns a strong entity tag: the quoted SHA-256 of the bytes (RFC 9110, 8.8.3). */
export const getEtag = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('base64url')}"`;

/** Returns whether an `If-None-Match` value matches the tag; `*` matches every tag (RFC 9110, 13.1.2). */
export const matchesIfNoneMatch = (etag: string, ifNoneMatch: string | undefined): boolean => {
  const listed = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return listed.includes(etag) || listed.includes('*');
};
