import { limits } from '../../contract/limits.ts';
import type { ListRevocationsResponse } from '../../contract/schemas/revocation.ts';
import { readRevocationId } from '../../core/revocation.ts';
import { parseQuery } from '../../core/signing/canonical-query.ts';
import { type Keyring, keyToVerifyWith } from '../../core/signing/keyring.ts';
import { readOnDemandUrl, signedPath } from '../../core/signing/on-demand-url.ts';
import { getSignature } from '../../core/signing/signature.ts';
import { readSigningKeyId, signingSecret } from '../../core/signing/signing-secret.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, RevocationRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { mayUse } from '../accounts/ownership.ts';
import { isInForce } from './revoke.ts';
import { templateOfRevocation } from './template-of-revocation.ts';

/**
 * Returns the path and template of a revoked on-demand URL; undefined for minted URLs, and if the keyring's key is
 * gone.
 */
const getOnDemandUrl = ({ query: part, keyId: key }: NonNullable<RevocationRecord['signed']>, keyring: Keyring) => {
  const name = part.startsWith('/') ? readSigningKeyId(key) : undefined;
  const master = name && keyToVerifyWith(keyring, name.masterId);
  const url = master && readOnDemandUrl({ key, part, signature: '' });
  return url && { path: signedPath(url, signingSecret(master, key)), templateId: url.templateId };
};

/** Converts a revocation to the API's view. Its URL is signed again, because tables store no signatures. */
export const toRevocationResponse = (one: RevocationRecord, keyring: Keyring, imageUrl: string) => {
  const { revocationId, by, createdAt, expiresAt, signed } = one;
  const revocable = readRevocationId(revocationId);
  const onDemand = signed && getOnDemandUrl(signed, keyring);
  const pairs = onDemand ? undefined : signed && parseQuery(signed.query, () => true);
  const key = signed && keyToVerifyWith(keyring, signed.keyId);
  return {
    revocationId,
    ...(onDemand && { url: `${imageUrl}${onDemand.path}` }),
    ...(pairs && key && { url: `${imageUrl}/v1/image?${signed.query}&sig=${getSignature(pairs, key)}` }),
    ...(revocable?.kind === 'key' && { signingKeyId: revocable.signingKeyId }),
    templateId:
      revocable && 'templateId' in revocable
        ? revocable.templateId
        : (onDemand?.templateId ?? pairs?.get('templateId') ?? ''),
    ...(revocable?.kind === 'version' && { version: revocable.version }),
    ...(revocable?.kind === 'versions' && { upToVersion: revocable.version }),
    by,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
};

/** Lists the caller's revocations in force, newest first, up to about `limits.listedBytes`. */
export const listRevocations = async (
  ports: PortsOf<'listRevocations'>,
  runtime: Runtime,
  { accountId }: AccountRecord,
): Promise<ListRevocationsResponse> => {
  const found = await ports['revocations:list'].of(accountId);
  const inForce = found.filter((one) => isInForce(one, runtime.now()) && mayUse(runtime, templateOfRevocation(one)));
  const newest = inForce.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const { imageUrl, ...keys } = ports['signingKeys:read'];
  const keyring = await keys.keyring(runtime);
  const revocations: ListRevocationsResponse['revocations'] = [];
  let bytes = 0;
  for (const one of newest) {
    const view = toRevocationResponse(one, keyring, imageUrl);
    bytes += Buffer.byteLength(JSON.stringify(view));
    if (bytes > limits.listedBytes) break;
    revocations.push(view);
  }
  return { revocations };
};
