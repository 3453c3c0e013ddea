import { fail } from '../../contract/errors.ts';
import { startOfDay } from '../../core/days.ts';
import { isServiceKeyId } from '../../core/signing/signing-secret.ts';
import type { Ports } from '../../ports/ports.ts';
import type { KeyLimit } from '../../ports/quotas.ts';
import type { VerifiedUrl } from './verify-on-demand-url.ts';

/**
 * Returns the limit of the signing key of a URL that was never rendered; undefined if it has none. The service's own
 * key has no record and is valid as long as its URLs verify.
 *
 * @throws INVALID_SIGNATURE for a deleted key, URL_EXPIRED, TEMPLATE_NOT_FOUND for a template that the key may not sign
 */
export const getSigningKeyLimit = async (
  ports: Pick<Ports, 'signingKeys:read'>,
  now: Date,
  { accountId, url, limit: siteLimit }: VerifiedUrl,
): Promise<KeyLimit | undefined> => {
  if (isServiceKeyId(url.key)) return siteLimit;
  const keys = await ports['signingKeys:read'].of(accountId);
  const key = keys.find(({ signingKeyId }) => signingKeyId === url.key);
  if (!key) throw fail('INVALID_SIGNATURE');
  if (key.expiresAt <= now) throw fail('URL_EXPIRED');
  if (key.templateIds && !key.templateIds.includes(url.templateId)) throw fail('TEMPLATE_NOT_FOUND');
  const { dailyRenders: limit } = key;
  return limit === undefined ? undefined : { keyId: url.key, limit, day: startOfDay(now) };
};
