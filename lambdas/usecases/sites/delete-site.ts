import { fail } from '../../contract/errors.ts';
import type { DeleteSiteResponse } from '../../contract/schemas/site.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import { siteCount } from './site-response.ts';

/**
 * Deletes a site of the caller's account: its image URLs end.
 *
 * @throws SITE_NOT_FOUND.
 */
export const deleteSite = async (
  ports: PortsOf<'deleteSite'>,
  caller: AccountRecord,
  siteId: string,
): Promise<DeleteSiteResponse> => {
  if (!(await ports['sites:delete'].delete(caller.accountId, siteId))) throw fail('SITE_NOT_FOUND');
  // if the release fails, the account can have one site less; the site itself is deleted
  await ports['budgets:consume'].release(siteCount(caller), 1).catch(() => undefined);
  return { siteId };
};
