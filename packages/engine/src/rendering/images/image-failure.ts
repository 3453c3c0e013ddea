import { isRemoteImage } from '../../vnode/remote-images.ts';

/** An image that could not be rendered. */
export interface ImageFailure {
  /** URL of a remote image; the beginning of any other source. */
  readonly url: string;
  readonly reason: string;
}

const maxLength = 200;

export const imageFailure = (source: string, reason: string): ImageFailure => ({
  url: isRemoteImage(source) ? source : source.slice(0, maxLength),
  reason: (reason.split('\n')[0] ?? '').slice(0, maxLength),
});

/** The bytes are not an image that can be rendered. The message gives the reason. Bugs are other errors. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage';
}
