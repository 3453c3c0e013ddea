/**
 * Handling of a page whose image cannot be minted: throw the error, omit the tags, or use an image at a fixed URL. The
 * last two log the error.
 */
export type OnError = 'throw' | 'omit' | `http${string}`;
