import { limits } from '../contract/limits.ts';
import type { ListRevocationsResponse } from '../contract/schemas/revocation.ts';
import { readRevocationId } from '../core/revocation.ts';
import { parseQuery } from '../core/signing/canonical-query.ts';
import { type Keyring, keyToVerifyWith } from '../core/signing/keyring.ts';
import { signatureOf } from '../core/signing/signature.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { AccountRecord, RevocationRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { isInForce } from './revoke.ts';

/** What a revocation says of itself; its URL as it was signed, for tables hold no signature. */
export const presentRevocation = (one: RevocationRecord, keyring: Keyring, imageUrl: string) => {
  const { revocationId, by, createdAt, expiresAt, signed } = one;
  const revocable = readRevocationId(revocationId);
  const pairs = signed && parseQuery(signed.query, () => true);
  const key = signed && keyToVerifyWith(keyring, signed.keyId);
  return {
    revocationId,
    ...(pairs && key && { url: `${imageUrl}/v1/image?${signed.query}&sig=${signatureOf(pairs, key)}` }),
    templateId: revocable && 'templateId' in revocable ? revocable.templateId : (pairs?.get('templateId') ?? ''),
    ...(revocable?.kind === 'version' && { version: revocable.version }),
    ...(revocable?.kind === 'versions' && { upToVersion: revocable.version }),
    by,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
};

/** Lists what is revoked of the caller's URLs, the newest first, at most about `limits.listedBytes`. */
export const listRevocations = async (
  ports: PortsOf<'listRevocations'>,
  runtime: Runtime,
  { accountId }: AccountRecord,
): Promise<ListRevocationsResponse> => {
  const found = await ports['revocations:list'].of(accountId);
  const inForce = found.filter((one) => isInForce(one, runtime.now()));
  const newest = inForce.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const { imageUrl, ...keys } = ports['signingKeys:read'];
  const keyring = await keys.keyring(runtime);
  const revocations: ListRevocationsResponse['revocations'] = [];
  let bytes = 0;
  for (const one of newest) {
    const view = presentRevocation(one, keyring, imageUrl);
    bytes += Buffer.byteLength(JSON.stringify(view));
    if (bytes > limits.listedBytes) break;
    revocations.push(view);
  }
  return { revocations };
};
