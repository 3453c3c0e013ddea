import { type ErrorCode, fail, isServiceError, type ServiceError } from 'image-url-contract/errors.ts';
import type { ClientClass } from 'image-url-engine/client-classes.ts';
import { CodedError } from 'image-url-engine/errors.ts';
import { coversTemplate } from '../access/delegation.ts';
import { denyListDelaySeconds } from '../domain/deny-list.ts';
import { isServed } from '../domain/quota/subscription.ts';
import { getVersion } from '../domain/revocation.ts';
import { failureMs } from '../domain/times.ts';
import type { DeliveredImage } from '../ports/images.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Origin, recordFailure } from './record-failure.ts';
import { rejectEnded } from './reject-ended.ts';
import { deliverFrozen } from './render-image.ts';
import type { ImageForClientClass } from './rendered-images.ts';

type OnDemandPorts = PortsOf<'renderOnDemand'>;

/**
 * Milliseconds for which caches may store a fallback image. The edge does not know its template: together with a cached
 * verdict, it ends within the time of a deny list entry or revocation.
 */
const fallbackMs = (denyListDelaySeconds * 1_000) / 3;

/** Result of a request: the image of the URL, or the account's fallback image with the reason. */
export type OnDemandDelivery = DeliveredImage &
  ImageForClientClass & {
    readonly fallbackReason?: string;
    /** What is probably wrong with the variables of the URL. @default nothing */
    readonly variableWarnings?: readonly string[] | undefined;
  };

interface Failure {
  readonly metric: keyof Parameters<Runtime['count']>[0];
  /** Whether the fallback image is delivered instead. */
  readonly hasFallback: boolean;
}

/** Failures of genuine URLs that the account can fix. */
const failures: Partial<Record<ErrorCode, Failure>> = {
  INVALID_VARIABLES: { metric: 'InvalidVariables', hasFallback: true },
  TEMPLATE_NOT_FOUND: { metric: 'MissingTemplates', hasFallback: true },
  VERSION_NOT_FOUND: { metric: 'MissingTemplates', hasFallback: true },
  QUOTA_EXCEEDED: { metric: 'LimitsReached', hasFallback: true },
  SUBSCRIPTION_INACTIVE: { metric: 'InactiveAccounts', hasFallback: false },
};
/** Errors of URLs that are not genuine or no longer delivered: not counted, not recorded and not cached. */
const endedCodes: readonly ErrorCode[] = ['INVALID_SIGNATURE', 'URL_EXPIRED', 'URL_DENIED', 'URL_REVOKED'];

/** Counts a genuine on-demand URL that could not be frozen, by reason, even if the fallback image is delivered. */
export const countOnDemandFailure = (runtime: Pick<Runtime, 'count'>, error: unknown): void => {
  const code: ErrorCode | undefined = isServiceError(error) ? error.code : undefined;
  if (code !== undefined && endedCodes.includes(code)) return;
  runtime.count({ [(code && failures[code]?.metric) ?? 'FailedFirstRenders']: 1 });
};

/**
 * Delivers the fallback image of an account, for twenty seconds. No template runs.
 *
 * @returns undefined if there is none that can be delivered and rendered
 */
export const deliverFallback = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  { accountId, templateId }: Origin,
  { code, publicMessage }: ServiceError,
  clientClass: ClientClass | undefined,
): Promise<OnDemandDelivery | undefined> => {
  try {
    const fallback = await ports['fallback:read'].find(accountId);
    const isOver = fallback?.expiresAt && fallback.expiresAt <= runtime.now();
    if (!fallback || isOver || !coversTemplate(fallback, templateId)) return undefined;
    const { query } = fallback;
    const { account } = await ports['owners:read'].find(accountId, templateId);
    if (!account || !isServed(account, runtime.now())) return undefined;
    // the fallback has no URL of its own
    const shown = { accountId, templateId: query.templateId, version: getVersion(query), hash: '' };
    await rejectEnded(ports, runtime, shown);
    const image = await deliverFrozen(ports, runtime, query, clientClass);
    const freshUntil = new Date(runtime.now().getTime() + fallbackMs);
    return { ...image, freshUntil, fallbackReason: `${code}: ${publicMessage}` };
  } catch (cause) {
    if (!(isServiceError(cause) && endedCodes.includes(cause.code)))
      runtime.log('error', 'fallback image not delivered', { accountId, cause });
    return undefined;
  }
};

/**
 * Responds to a URL that cannot be frozen, without texts of its template: with the account's fallback image, or with an error that may be cached
 * for a minute. Records the failure for the account.
 *
 * @param thrown why it cannot be rendered
 * @param keyError why its signing key may not sign it, which is answered before any other error
 * @throws the error of the response; VNODE_NOT_FOUND for a closed account
 */
export const answerFailure = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  origin: Origin,
  path: string,
  thrown: unknown,
  keyError: unknown,
  clientClass: ClientClass | undefined,
): Promise<OnDemandDelivery> => {
  const error: unknown = keyError ?? thrown;
  // a verdict of `rejectEnded` may be half a minute old
  if (await ports['closedAccounts:read'].isClosed(origin.accountId)) throw fail('VNODE_NOT_FOUND');
  countOnDemandFailure(runtime, error);
  if (!isServiceError(error)) throw error;
  const { cause, publicMessage } = error;
  const code: ErrorCode = error.code;
  if (endedCodes.includes(code)) throw error;
  await recordFailure(ports, runtime, origin, path, error);
  const isFallback = failures[code]?.hasFallback && keyError === undefined;
  const fallback = isFallback ? await deliverFallback(ports, runtime, origin, error, clientClass) : undefined;
  if (fallback) return fallback;
  const retryAt = new Date(runtime.now().getTime() + failureMs);
  throw new CodedError(code, publicMessage, { cause, retryAt });
};
