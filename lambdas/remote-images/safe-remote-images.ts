import type { RemoteImages } from '../ports/images.ts';

/**
 * Remote images as deployed: nothing but the public internet. What fetches them is loaded with the first of them: it is a fifth of
 * what a function that renders would load before its first answer.
 */
export const safeRemoteImages = (): RemoteImages => {
  const open = async () => (await import('./remote-images.ts')).remoteImages();
  let opened: ReturnType<typeof open> | undefined;
  return {
    fetch: async (address, budget) => {
      opened ??= open();
      return (await opened).fetch(address, budget);
    },
  };
};
