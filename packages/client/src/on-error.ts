/**
 * What becomes of a page whose image cannot be minted: the error is thrown, its tags are left out, or an image at a fixed URL
 * takes its place. The last two log the error.
 */
export type OnError = 'throw' | 'omit' | `http${string}`;
