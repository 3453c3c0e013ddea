export interface ClockSettings {
  /** Unix milliseconds. */
  readonly clock: number;
  /** Four 32-bit numbers. */
  readonly seed: readonly [number, number, number, number];
}

/**
 * Stops the guest's clock and seeds its chance, so that one input gives one picture. Runs inside the guest as text:
 * refers to nothing outside itself.
 *
 * @returns whether the time was asked for, and the time for those who hand it on.
 */
export function installClock({ clock, seed }: ClockSettings) {
  const RealDate = Date;
  let consulted = false;
  const now = () => {
    consulted = true;
    return clock;
  };

  function FixedDate(this: unknown, ...given: []): unknown {
    const parts = given.length === 0 ? ([now()] as const) : given;
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, parts, new.target);
  }
  FixedDate.prototype = RealDate.prototype;
  Object.defineProperty(FixedDate, 'name', { value: 'Date' });
  Object.defineProperty(FixedDate, 'length', { value: 7 });
  Object.assign(FixedDate, { now, parse: RealDate.parse, UTC: RealDate.UTC });
  Object.defineProperty(RealDate.prototype, 'constructor', { value: FixedDate, writable: true, configurable: true });
  Object.assign(globalThis, { Date: FixedDate });

  // sfc32: http://pracrand.sourceforge.net; small, and the same numbers on every machine
  let [a, b, c, d] = seed;
  Math.random = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4_294_967_296;
  };
  return { now, wasConsulted: () => consulted };
}
