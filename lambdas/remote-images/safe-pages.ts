import type { Adapter } from '../aws/connect.ts';

/** Pages of the public internet; in the local run of this machine too. What fetches them is loaded with the first of them. */
export const safePages: Adapter<'pages:fetch'> = ({ LOOPBACK_PAGES }) => ({
  fetch: async (address) => {
    const { pages } = await import('./pages.ts');
    return pages({ hasLoopback: LOOPBACK_PAGES === 'on' }).fetch(address);
  },
});
