import { createHash } from 'node:crypto';

/** Returns the SHA-256 in lower-case hex, the name of content-addressed objects. */
export const sha256Hex = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
