import { limits } from 'image-url-contract/limits.ts';
import type { Budgets } from '../ports/budgets.ts';
import type { RemoteImages } from '../ports/images.ts';
import { fetchWithinBudgets } from './fetch-budget.ts';

/**
 * Fetches remote images of the public internet within budgets; with `hasLoopback` also of this machine. The fetching
 * module is loaded by the first call, because it is a fifth of the code that a rendering function would load at cold
 * start.
 */
export const safeRemoteImages = (budgets: Budgets, hasLoopback: boolean): RemoteImages => {
  const open = async () => (await import('image-url-outside/remote-images.ts')).remoteImages({ hasLoopback });
  let opened: ReturnType<typeof open> | undefined;
  return {
    fetch: async (address, payer) => {
      opened ??= open();
      const images = await opened;
      return fetchWithinBudgets(budgets, payer, limits.fetchedImageBytes, (watch) => images.fetch(address, watch));
    },
  };
};
