import { getImageKind } from '../image-bytes.ts';
import { treeLimits } from '../vnode/tree-limits.ts';
import type { EngineSettings } from './types.ts';

/** Time of one fetch in milliseconds. */
const deadlineMs = 10_000;

interface MissingImage {
  readonly url: string;
  readonly reason: string;
}

/** Calls a function of the host. What it throws, at once or later, is a rejection. */
const callHost = async <T>(call: () => Promise<T>): Promise<T> => call();

const getReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Fetches the remote images of a tree by the given function. Never rejects.
 *
 * @returns bytes by URL, and the images that are missing
 */
export const fetchImages = async (
  named: readonly string[],
  fetchImage: EngineSettings['remoteImages'],
  ends: AbortSignal,
): Promise<{ readonly images: Record<string, Uint8Array>; readonly missing: readonly MissingImage[] }> => {
  const images: Record<string, Uint8Array> = {};
  const missing: MissingImage[] = [];
  const urls = named.slice(0, treeLimits.remoteImages);
  for (const url of named.slice(urls.length))
    missing.push({ url, reason: `an image has at most ${treeLimits.remoteImages} remote images.` });
  if (!fetchImage) {
    for (const url of urls) missing.push({ url, reason: 'the engine was opened without remoteImages.' });
    return { images, missing };
  }
  const fetchOne = async (url: string): Promise<Uint8Array> => {
    const signal = AbortSignal.any([ends, AbortSignal.timeout(deadlineMs)]);
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const onEnd = (): void => reject(new Error(`no answer after ${deadlineMs / 1_000} s.`));
    signal.addEventListener('abort', onEnd);
    if (signal.aborted) onEnd();
    const answer = callHost(() => fetchImage(url, signal));
    // whichever is later is awaited by nobody
    for (const promise of [ended, answer]) promise.catch(() => undefined);
    const bytes = await Promise.race([answer, ended]).finally(() => signal.removeEventListener('abort', onEnd));
    if (!(bytes instanceof Uint8Array)) throw new Error('remoteImages returned no bytes.');
    if (getImageKind(bytes) === undefined) throw new Error('not an image.');
    return bytes;
  };
  const fetched = await Promise.allSettled(urls.map(fetchOne));
  let leftBytes: number = treeLimits.remoteImageBytes;
  for (const [index, result] of fetched.entries()) {
    const url = urls[index] as string;
    if (result.status === 'rejected') missing.push({ url, reason: getReason(result.reason) });
    else if (result.value.length > leftBytes) missing.push({ url, reason: 'too large.' });
    else {
      images[url] = result.value;
      leftBytes -= result.value.length;
    }
  }
  return { images, missing };
};
