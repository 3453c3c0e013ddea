import { fail } from '../contract/errors.ts';
import { getSubjects } from '../domain/deny-list.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

type EndedPorts = Pick<Ports, 'denyList:read' | 'revocations:read'>;
type RevocableUrl = Parameters<EndedPorts['revocations:read']['isRevoked']>[0] & {
  readonly siteId?: string;
};

/**
 * Rejects a URL whose account, template or site is on the deny list, or that is revoked. If the edge function is enabled, it
 * has rejected such URLs before.
 *
 * @throws URL_DENIED, URL_REVOKED
 */
export const rejectEnded = async (ports: EndedPorts, runtime: Runtime, url: RevocableUrl): Promise<void> => {
  const onStale = (cause: unknown) => runtime.log('error', 'deny list entries or revocations not read anew', { cause });
  const [isDenied, isRevoked] = await Promise.all([
    ports['denyList:read'].isAnyDenied(getSubjects({ ...url, uid: url.accountId }), onStale, url.epoch),
    ports['revocations:read'].isRevoked(url, onStale),
  ]);
  if (!isDenied && !isRevoked) return;
  runtime.count({ [isDenied ? 'DeniedImages' : 'RevokedImages']: 1 });
  throw fail(isDenied ? 'URL_DENIED' : 'URL_REVOKED');
};
