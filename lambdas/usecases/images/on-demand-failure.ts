import type { ClientClass } from '../../contract/client-classes.ts';
import { type ErrorCode, ServiceError } from '../../contract/errors.ts';
import { isServed } from '../../core/quota/subscription.ts';
import type { RenderedImage } from '../../core/rendering/rendered-image.ts';
import { getVersion } from '../../core/revocation.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { deliverFrozen } from './deliver-frozen.ts';
import { rejectEndedOnDemand } from './reject-ended.ts';
import type { ImageForClientClass } from './rendered-images.ts';
import { getSigningKeyLimit } from './signing-key-limit.ts';
import type { VerifiedUrl } from './verify-on-demand-url.ts';

type OnDemandPorts = PortsOf<'renderOnDemand'>;

/** Milliseconds for which caches may store a failure. */
const failureMs = 60_000;

/** Result of a request: the image of the URL, or the account's fallback image with the reason. */
export type OnDemandDelivery = RenderedImage & ImageForClientClass & { readonly fallbackReason?: string };

/** Errors of a genuine URL for which the fallback image is delivered instead. */
const fallbackCodes: readonly ErrorCode[] = [
  'INVALID_VARIABLES',
  'QUOTA_EXCEEDED',
  'TEMPLATE_NOT_FOUND',
  'VERSION_NOT_FOUND',
];
/** Errors of a URL that is not valid: not the account's failure, so it is not recorded and not cached. */
const keyCodes: readonly ErrorCode[] = ['INVALID_SIGNATURE', 'URL_EXPIRED'];
/** Expected reasons why the fallback image is not delivered either. */
const endCodes: readonly ErrorCode[] = ['URL_DENIED', 'URL_REVOKED'];

/** Records a failed URL for the account. An error while recording is only logged. */
export const recordFailure = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  { accountId, url: { templateId } }: VerifiedUrl,
  path: string,
  { code, message }: ServiceError,
): Promise<void> => {
  try {
    const failedAt = runtime.now();
    await ports['renderFailures:add'].add(accountId, { path, templateId, code, message, failedAt });
  } catch (cause) {
    runtime.log('error', 'render failure not recorded', { cause });
  }
};

/**
 * Delivers the fallback image of the account that signed a URL, for a minute. No template runs.
 *
 * @returns undefined if there is none that can be delivered and rendered
 */
export const deliverFallback = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  verified: VerifiedUrl,
  { code, message }: ServiceError,
  clientClass: ClientClass | undefined,
): Promise<OnDemandDelivery | undefined> => {
  const { accountId, url } = verified;
  try {
    const { query } = (await ports['fallback:read'].find(accountId)) ?? {};
    if (!query) return undefined;
    const { account } = await ports['owners:read'].find(accountId, url.templateId);
    if (!account || !isServed(account, runtime.now())) return undefined;
    const shown = { ...verified, url: { ...url, templateId: query.templateId } };
    // the edge has no epoch for the fallback's template
    await rejectEndedOnDemand(ports, runtime, shown, getVersion(query), undefined);
    const image = await deliverFrozen(ports, runtime, query, clientClass);
    const freshUntil = new Date(runtime.now().getTime() + failureMs);
    return { ...image, freshUntil, fallbackReason: `${code}: ${message}` };
  } catch (cause) {
    if (!(cause instanceof ServiceError && endCodes.includes(cause.code)))
      runtime.log('error', 'fallback image not delivered', { accountId, cause });
    return undefined;
  }
};

/** Returns the error of a deleted, expired or restricted signing key; without one, the error itself. */
const getFirstError = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  verified: VerifiedUrl,
  error: ServiceError,
): Promise<ServiceError> => {
  if (keyCodes.includes(error.code)) return error;
  try {
    await getSigningKeyLimit(ports, runtime.now(), verified);
    return error;
  } catch (cause) {
    if (cause instanceof ServiceError) return cause;
    runtime.log('error', 'signing key not read', { cause });
    return error;
  }
};

/**
 * Responds to a URL whose first render failed: with the account's fallback image, or with an error that may be cached
 * for a minute. Records the failure for the account.
 *
 * @param thrown why it cannot be rendered
 * @throws the error of the response
 */
export const answerFailure = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  verified: VerifiedUrl,
  path: string,
  thrown: unknown,
  clientClass: ClientClass | undefined,
): Promise<OnDemandDelivery> => {
  if (!(thrown instanceof ServiceError)) throw thrown;
  const error = await getFirstError(ports, runtime, verified, thrown);
  const { code, cause, message: detail } = error;
  if (keyCodes.includes(code)) throw error;
  await recordFailure(ports, runtime, verified, path, error);
  // a key that may not sign for the template gets an error too
  const isFallback = fallbackCodes.includes(code) && error === thrown;
  const fallback = isFallback ? await deliverFallback(ports, runtime, verified, error, clientClass) : undefined;
  if (fallback) return fallback;
  const retryAt = new Date(runtime.now().getTime() + failureMs);
  throw new ServiceError(code, [undefined] as never, { cause, detail, retryAt });
};
