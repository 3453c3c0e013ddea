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

/** How long caches may show that an image cannot be rendered, in milliseconds. */
const failureMs = 60_000;

/** What is delivered: the image of the URL, or the account's fallback image and the reason for it. */
export type OnDemandDelivery = RenderedImage & ImageForClientClass & { readonly fallbackReason?: string };

/** Failures of a genuine URL of a served account in place of which the fallback image is shown. */
const fallbackCodes: readonly ErrorCode[] = [
  'INVALID_VARIABLES',
  'QUOTA_EXCEEDED',
  'TEMPLATE_NOT_FOUND',
  'VERSION_NOT_FOUND',
];
/** A URL that nobody may use: it is no failure of the account's, and no cache keeps the answer. */
const keyCodes: readonly ErrorCode[] = ['INVALID_SIGNATURE', 'URL_EXPIRED'];
/** Expected reasons why no fallback image is shown either. */
const endCodes: readonly ErrorCode[] = ['URL_DENIED', 'URL_REVOKED'];

/** Records for the account that a URL could not be rendered; a failure to do so is only logged. */
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
 * Delivers the fallback image of the account that signed a URL, for a minute. It was evaluated when it was chosen: no template runs.
 *
 * @returns undefined where there is none, or none that is delivered and can be rendered.
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
    // the edge has not asked about this template, so no epoch says how new an answer must be
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

/** Returns the error of a deleted, expired or confined signing key, which comes before every other; otherwise the error itself. */
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
 * Answers a URL that cannot be rendered for the first time: with the account's fallback image, or with an error that caches keep for a minute.
 * The failure is recorded for the account.
 *
 * @param thrown why it cannot be rendered.
 * @throws the error that is answered.
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
  // a key that is not for the template gets an error too
  const isFallback = fallbackCodes.includes(code) && error === thrown;
  const fallback = isFallback ? await deliverFallback(ports, runtime, verified, error, clientClass) : undefined;
  if (fallback) return fallback;
  const retryAt = new Date(runtime.now().getTime() + failureMs);
  throw new ServiceError(code, [undefined] as never, { cause, detail, retryAt });
};
