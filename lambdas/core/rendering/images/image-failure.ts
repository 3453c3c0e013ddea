import { isRemoteImage } from '../../vnode/remote-images.ts';

/** An image that could not be rendered. */
export interface ImageFailure {
  /** The address of a remote image; of any other the beginning, which is enough to find it by. */
  readonly url: string;
  readonly reason: string;
}

const longestText = 200;

export const imageFailure = (source: string, reason: string): ImageFailure => ({
  url: isRemoteImage(source) ? source : source.slice(0, longestText),
  reason: reason.slice(0, longestText),
});

/** The bytes are no image that can be rendered. The message says why. Mistakes of ours are other errors. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage';
}

/** Runs a call of the image library. @throws UnreadableImage where it refuses the image. */
export const decoded = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw new UnreadableImage(error instanceof Error ? error.message : 'unreadable', { cause: error });
  }
};
