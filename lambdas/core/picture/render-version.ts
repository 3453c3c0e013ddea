/**
 * What is drawn, exactly: `<engine>-<16 hex digits of the plan's hash>[-<day>]`. The day stands there only when the
 * template asked for the time (docs/interface.md#signed-urls).
 *
 * @param planHash SHA-256 of the plan's bytes, in hex.
 * @param day start of the minting day, for a template that consulted the clock.
 */
export const renderVersion = (engine: string, planHash: string, day?: Date): string =>
  [engine, planHash.slice(0, 16), ...(day ? [day.toISOString().slice(0, 10).replaceAll('-', '')] : [])].join('-');
