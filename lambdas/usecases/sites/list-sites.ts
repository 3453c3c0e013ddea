import type { ListSitesResponse } from '../../contract/schemas/site.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import { toSiteView } from './site-response.ts';

/** Lists the sites of an account, the newest first. */
export const listSites = async (
  ports: PortsOf<'listSites'>,
  { accountId }: AccountRecord,
): Promise<ListSitesResponse> => {
  const found = await ports['sites:list'].of(accountId);
  return { sites: found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(toSiteView) };
};
