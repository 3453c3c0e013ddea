import type { EnvironmentOf } from '../config/capabilities.ts';

/** Pages of the public internet; in the local run of this machine too. What fetches them is loaded with the first of them. */
export const safePages = ({ LOOPBACK_PAGES }: EnvironmentOf<'pages:fetch'>) => ({
  fetch: async (address: string) => {
    const { pages } = await import('./pages.ts');
    return pages({ hasLoopback: LOOPBACK_PAGES === 'on' }).fetch(address);
  },
});
