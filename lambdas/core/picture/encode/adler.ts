import { deflateSync } from 'node:zlib';

/** The two sums of Adler-32 over some bytes, as if they stood alone. Source: RFC 1950 */
export interface Checksum {
  readonly low: number;
  readonly high: number;
  readonly length: number;
}

const modulus = 65_521;

/** Node hands out zlib's sum only at the end of what zlib has packed: here without compressing, a tenth of the time of adding up. */
export const checksumOf = (bytes: Uint8Array): Checksum => {
  const packed = deflateSync(bytes, { level: 0, chunkSize: 1 << 18 });
  const [high, low] = [packed.readUInt16BE(packed.length - 4), packed.readUInt16BE(packed.length - 2)];
  // zlib begins with a low sum of 1, which every byte adds to the high one
  return { low: less(low, 1), high: less(high, bytes.length), length: bytes.length };
};

const less = (sum: number, what: number): number => (sum + modulus - (what % modulus)) % modulus;

/** The sums of two runs of bytes one after the other: every byte of the second run has the first's low sum before it. */
const joined = (one: Checksum, next: Checksum): Checksum => ({
  low: (one.low + next.low) % modulus,
  high: (one.high + next.high + ((one.low * (next.length % modulus)) % modulus)) % modulus,
  length: one.length + next.length,
});

/** The checksum as a file ends with it, of runs of bytes one after the other. */
export const checksumOfAll = (runs: readonly Checksum[]): number => {
  const { low, high } = runs.reduce<Checksum>(joined, { low: 1, high: 0, length: 0 });
  return ((high << 16) | low) >>> 0;
};
