import { fail } from '../../contract/errors.ts';
import { getSubjects } from '../../core/deny-list.ts';
import { getVersion, hashUrl } from '../../core/revocation.ts';
import type { ImageQuery } from '../../core/signing/image-query.ts';
import { hashOnDemandUrl } from '../../core/signing/on-demand-url.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { VerifiedUrl } from './verify-on-demand-url.ts';

type EndedPorts = Pick<Ports, 'denyList:read' | 'revocations:read'>;
type RevocableUrl = Parameters<EndedPorts['revocations:read']['isRevoked']>[0];

/** Returns the error code that rejects a URL: URL_DENIED before URL_REVOKED; undefined if it is delivered. */
const findRejection = async (ports: EndedPorts, runtime: Runtime, subjects: readonly string[], url: RevocableUrl) => {
  const onStale = (cause: unknown) => runtime.log('error', 'deny list entries or revocations not read anew', { cause });
  const [isDenied, isRevoked] = await Promise.all([
    ports['denyList:read'].isAnyDenied(subjects, onStale),
    ports['revocations:read'].isRevoked(url, onStale),
  ]);
  if (isDenied) return 'URL_DENIED';
  return isRevoked ? 'URL_REVOKED' : undefined;
};

/**
 * Rejects a URL whose account or template is on the deny list, or that is revoked. If the edge function is enabled, it
 * has rejected such URLs before.
 *
 * @throws URL_DENIED, URL_REVOKED
 */
export const rejectEnded = async (
  ports: EndedPorts,
  runtime: Runtime,
  query: ImageQuery,
  rawQuery: string,
): Promise<void> => {
  const { uid: accountId, templateId } = query;
  const url = { accountId, templateId, hash: hashUrl(rawQuery), version: getVersion(query) };
  const code = await findRejection(ports, runtime, getSubjects(query), url);
  if (!code) return;
  runtime.count({ [code === 'URL_DENIED' ? 'DeniedImages' : 'RevokedImages']: 1 });
  throw fail(code);
};

/**
 * Like `rejectEnded`, for an on-demand URL.
 *
 * @param version that of the image; 0 for a URL without a version that was never rendered
 * @param epoch changes with the revocations of the template's versions; part of the edge's cache key
 * @throws URL_DENIED, URL_REVOKED
 */
export const rejectEndedOnDemand = async (
  ports: EndedPorts,
  runtime: Runtime,
  { accountId, url: { templateId, key: signingKeyId }, part }: VerifiedUrl,
  version: number,
  epoch: string | undefined,
): Promise<void> => {
  const revocable = { accountId, templateId, version, signingKeyId, epoch, hash: hashOnDemandUrl(accountId, part) };
  const code = await findRejection(ports, runtime, getSubjects({ uid: accountId, templateId }), revocable);
  if (code) throw fail(code);
};
