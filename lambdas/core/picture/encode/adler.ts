/** The two sums of Adler-32 over some bytes, as if they stood alone. Source: RFC 1950 */
export interface Checksum {
  readonly low: number;
  readonly high: number;
  readonly length: number;
}

const modulus = 65_521;

export const checksumOf = (bytes: Uint8Array): Checksum => {
  let [low, high] = [0, 0];
  // So many bytes can be summed before 32 bits are full.
  for (let start = 0; start < bytes.length; start += 5_552) {
    const end = Math.min(bytes.length, start + 5_552);
    let at = start;
    // Four at a time: each waits for the one before it otherwise.
    for (; at + 3 < end; at += 4) {
      const a = bytes[at] as number;
      const b = bytes[at + 1] as number;
      const c = bytes[at + 2] as number;
      const d = bytes[at + 3] as number;
      high += 4 * low + 4 * a + 3 * b + 2 * c + d;
      low += a + b + c + d;
    }
    for (; at < end; at += 1) {
      low += bytes[at] as number;
      high += low;
    }
    low %= modulus;
    high %= modulus;
  }
  return { low, high, length: bytes.length };
};

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
