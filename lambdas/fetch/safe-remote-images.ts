import type { RemoteImages } from '../ports/images.ts';

/**
 * Fetches remote images of the public internet. The fetching module is loaded by the first call, because it is a fifth
 * of the code that a rendering function would load at cold start.
 */
export const safeRemoteImages = (): RemoteImages => {
  const open = async () => (await import('./remote-images.ts')).remoteImages();
  let opened: ReturnType<typeof open> | undefined;
  return {
    fetch: async (address, watch) => {
      opened ??= open();
      return (await opened).fetch(address, watch);
    },
  };
};
