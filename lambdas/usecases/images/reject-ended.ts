import { fail } from '../../contract/errors.ts';
import { getSubjects, subjectName } from '../../core/deny-list.ts';
import { getVersion, urlHash } from '../../core/revocation.ts';
import type { ImageQuery } from '../../core/signing/image-query.ts';
import { onDemandUrlHash } from '../../core/signing/on-demand-url.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { VerifiedUrl } from './verify-on-demand-url.ts';

/**
 * Rejects a URL whose account or template is on the deny list, or that is revoked. Where the edge function is enabled,
 * it rejects such URLs before this.
 *
 * @throws URL_DENIED, URL_REVOKED.
 */
export const rejectEnded = async (
  ports: Pick<Ports, 'denyList:read' | 'revocations:read'>,
  runtime: Runtime,
  query: ImageQuery,
  rawQuery: string,
): Promise<void> => {
  const { uid: accountId, templateId } = query;
  const url = { accountId, templateId, hash: urlHash(rawQuery), version: getVersion(query) };
  const onStale = (cause: unknown) => runtime.log('error', 'deny list entries or revocations not read anew', { cause });
  const [isDenied, isRevoked] = await Promise.all([
    ports['denyList:read'].isAnyDenied(getSubjects(query), onStale),
    ports['revocations:read'].isRevoked(url, onStale),
  ]);
  if (isDenied) {
    runtime.count({ DeniedImages: 1 });
    throw fail('URL_DENIED');
  }
  if (!isRevoked) return;
  runtime.count({ RevokedImages: 1 });
  throw fail('URL_REVOKED');
};

/**
 * The same for an on-demand URL.
 *
 * @param version the one that it shows; 0 for a URL without one that was never rendered.
 * @param epoch changes with what is revoked of the template's versions; the edge caches by it.
 * @throws URL_DENIED, URL_REVOKED.
 */
export const rejectEndedOnDemand = async (
  ports: Pick<Ports, 'denyList:read' | 'revocations:read'>,
  runtime: Runtime,
  { accountId, url, part }: VerifiedUrl,
  version: number,
  epoch: string | undefined,
): Promise<void> => {
  const onStale = (cause: unknown) => runtime.log('error', 'deny list entries or revocations not read anew', { cause });
  const subjects = [
    { kind: 'account', id: accountId },
    { kind: 'template', id: url.templateId },
  ] as const;
  const revocable = { accountId, templateId: url.templateId, version, signingKeyId: url.key, epoch };
  const [isDenied, isRevoked] = await Promise.all([
    ports['denyList:read'].isAnyDenied(subjects.map(subjectName), onStale),
    ports['revocations:read'].isRevoked({ ...revocable, hash: onDemandUrlHash(accountId, part) }, onStale),
  ]);
  if (isDenied) throw fail('URL_DENIED');
  if (isRevoked) throw fail('URL_REVOKED');
};
