import type { Json } from 'image-url-engine/json.ts';
import { failWithCause } from '../../contract/errors.ts';
import { parseStrictJson } from '../strict-json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses the payload of an on-demand URL: base64url of a JSON object in UTF-8, or `-` for none.
 *
 * @throws INVALID_VARIABLES, also for what request bodies may not contain
 */
export const readPayload = (payload: string): Readonly<Record<string, Json>> => {
  if (payload === '-') return {};
  try {
    const value = parseStrictJson(utf8.decode(Buffer.from(payload, 'base64url')));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, Json>;
  } catch (error) {
    throw failWithCause(error, 'INVALID_VARIABLES');
  }
  throw failWithCause(undefined, 'INVALID_VARIABLES');
};
