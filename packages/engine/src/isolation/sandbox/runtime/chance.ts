import type { Primordials } from './primordials.ts';

/** Four 32-bit numbers. */
export type Seed = readonly [number, number, number, number];

/**
 * Replaces `Math.random()` by a seeded generator, so that the same input gives the same image. Runs inside the sandbox
 * as text: refers to nothing outside itself.
 *
 * @returns a function that sets the seed
 */
export function installChance({ NativeMath, define }: Primordials) {
  // sfc32 (http://pracrand.sourceforge.net): small, and the same numbers on every machine
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  define(NativeMath, 'random', () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4_294_967_296;
  });
  return (seed: Seed) => {
    a = seed[0];
    b = seed[1];
    c = seed[2];
    d = seed[3];
  };
}
