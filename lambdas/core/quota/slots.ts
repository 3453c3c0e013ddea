import { sha256Hex } from '../hash.ts';

/*
 * A usage record remembers takings in slots: small attributes, each with the token of the last taking that went through
 * it. So many of them, with the counters and the longest key, stay below 1,024 bytes: the size of one write unit.
 */
const slotCount = 90;

/** Names of the slots' attributes, `00` to `89`. */
export const slotNames: readonly string[] = Array.from({ length: slotCount }, (_, n) => String(n).padStart(2, '0'));

/** The name of one taking, eight characters out of six random bytes: no two takings have the same. */
export const tokenOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
export const tokenBytes = 6;

/** Where the taking of a reservation goes, whoever tries it and however often. */
export const placeOf = (reservation: string): { readonly slot: string; readonly token: string } => {
  const hash = Buffer.from(sha256Hex(reservation), 'hex');
  const slot = slotNames[hash.readUInt32BE(tokenBytes) % slotCount] as string;
  return { slot, token: tokenOf(hash.subarray(0, tokenBytes)) };
};
