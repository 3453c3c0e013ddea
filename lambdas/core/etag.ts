import { createHash } from 'node:crypto';

/** A strong entity tag: the hash of the bytes, in quotes (RFC 9110, 8.8.3). */
export const getEtag = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('base64url')}"`;

/** Whether an `If-None-Match` value names the tag; weak comparison, `*` names every tag (RFC 9110, 13.1.2). */
export const isMatchedBy = (etag: string, ifNoneMatch: string | undefined): boolean => {
  const listed = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return listed.includes(etag) || listed.includes('*');
};
