import { isRemoteImage } from '../../vnode/remote-images.ts';

/** A picture that could not be drawn. */
export interface ImageFailure {
  /** The address of a remote picture; of any other the beginning, which is enough to find it by. */
  readonly url: string;
  readonly reason: string;
}

const longestText = 200;

export const imageFailure = (source: string, reason: string): ImageFailure => ({
  url: isRemoteImage(source) ? source : source.slice(0, longestText),
  reason: reason.slice(0, longestText),
});
