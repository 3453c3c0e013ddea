/** A door: small functions on text that the engine's messages and its hosts' share; they run in browsers too. */
export { findNearestWord } from '../nearest-word.ts';
export { formatThousands } from '../thousands.ts';
export { truncate } from '../truncate.ts';
