import type { EnvironmentOf } from '../config/capabilities.ts';

/** Fetches public pages; in the local run, also of this machine. The first call loads the fetching module. */
export const safePages = ({ LOOPBACK_PAGES }: EnvironmentOf<'pages:fetch'>) => ({
  fetch: async (address: string) => {
    const { pages } = await import('./pages.ts');
    return pages({ hasLoopback: LOOPBACK_PAGES === 'on' }).fetch(address);
  },
});
