/*
 * SHA-256 and HMAC without modules of a runtime: edge runtimes only sign asynchronously, but templates are rendered
 * synchronously. Source: FIPS 180-4, RFC 2104.
 */
const blockBytes = 64;

const isPrime = (n: number): boolean => {
  for (let factor = 2; factor * factor <= n; factor += 1) if (n % factor === 0) return false;
  return true;
};
const primes = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && isPrime(n));
/** Returns the first 32 bits of the fractional part of a number. */
const getFraction = (n: number): number => ((n - Math.floor(n)) * 2 ** 32) | 0;
const roundConstants = Int32Array.from(primes.slice(0, 64), (prime) => getFraction(Math.cbrt(prime)));
const start = Int32Array.from(primes.slice(0, 8), (prime) => getFraction(Math.sqrt(prime)));

const words = new Int32Array(64);
const rotate = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits));

/** Updates the state with one block of a message. */
const compress = (state: Int32Array, view: DataView, at: number): void => {
  for (let n = 0; n < 16; n += 1) words[n] = view.getInt32(at + 4 * n);
  for (let n = 16; n < 64; n += 1) {
    const [a, b] = [words[n - 15] as number, words[n - 2] as number];
    const small = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const large = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[n] = ((words[n - 16] as number) + small + (words[n - 7] as number) + large) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let n = 0; n < 64; n += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + (roundConstants[n] as number) + (words[n] as number)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => {
    state[n] = ((state[n] as number) + word) | 0;
  });
};

/** Hashes the rest of a message whose first blocks are in the state. */
const finish = (before: Int32Array, message: Uint8Array, bytesBefore: number): Uint8Array => {
  const state = before.slice();
  const padded = new Uint8Array(Math.ceil((message.length + 9) / blockBytes) * blockBytes);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  const bits = (bytesBefore + message.length) * 8;
  view.setUint32(padded.length - 8, Math.floor(bits / 2 ** 32));
  view.setUint32(padded.length - 4, bits >>> 0);
  for (let at = 0; at < padded.length; at += blockBytes) compress(state, view, at);
  const hash = new Uint8Array(32);
  const out = new DataView(hash.buffer);
  state.forEach((word, n) => {
    out.setInt32(4 * n, word);
  });
  return hash;
};

/** Returns a function that computes HMAC-SHA256 with a key of at most 64 bytes. */
export const hmacSha256 = (key: Uint8Array): ((message: Uint8Array) => Uint8Array) => {
  const getState = (pad: number): Int32Array => {
    const block = new Uint8Array(blockBytes).fill(pad);
    key.forEach((byte, n) => {
      block[n] = byte ^ pad;
    });
    const state = start.slice();
    compress(state, new DataView(block.buffer), 0);
    return state;
  };
  const [inner, outer] = [getState(0x36), getState(0x5c)];
  return (message) => finish(outer, finish(inner, message, blockBytes), blockBytes);
};
