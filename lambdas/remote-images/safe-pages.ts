import type { Adapter } from '../aws/connect.ts';
import { pages } from './pages.ts';

/** Pages of the public internet; in the local run of this machine too. */
export const safePages: Adapter<'pages:fetch'> = ({ LOOPBACK_PAGES }) =>
  pages({ hasLoopback: LOOPBACK_PAGES === 'on' });
