import { fail } from 'image-url-contract/errors.ts';
import { getSubjects } from '../domain/deny-list.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

type EndedPorts = Pick<Ports, 'denyList:read' | 'revocations:read'>;
type RevocableUrl = Parameters<EndedPorts['revocations:read']['isRevoked']>[0] & {
  readonly siteId?: string;
};

/**
 * Rejects a URL of a closed account, or whose account, template or site is on the deny list, or that is revoked. If the
 * edge function is enabled, it has rejected such URLs before, except those of closed accounts.
 *
 * @throws VNODE_NOT_FOUND or, for a site image, SITE_NOT_FOUND for a closed account; URL_DENIED, URL_REVOKED
 */
export const rejectEnded = async (ports: EndedPorts, runtime: Runtime, url: RevocableUrl): Promise<void> => {
  const { accountId, siteId, epoch } = url;
  const onStale = (cause: unknown) => runtime.log('error', 'deny list entries or revocations not read anew', { cause });
  const [end, isRevoked] = await Promise.all([
    ports['denyList:read'].findEnd(accountId, getSubjects({ ...url, uid: accountId }), onStale, epoch),
    ports['revocations:read'].isRevoked(url, onStale),
  ]);
  if (end === 'closed') throw fail(siteId === undefined ? 'VNODE_NOT_FOUND' : 'SITE_NOT_FOUND');
  if (!end && !isRevoked) return;
  runtime.count({ [end ? 'DeniedImages' : 'RevokedImages']: 1 });
  throw fail(end ? 'URL_DENIED' : 'URL_REVOKED');
};
