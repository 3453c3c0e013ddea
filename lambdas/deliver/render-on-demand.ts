import type { ClientClass } from 'image-url-engine/client-classes.ts';
import type { Json } from 'image-url-engine/values.ts';
import { type SharedTime, sharedTime } from 'image-url-engine/workers.ts';
import { getIssues } from '../contract/error-code.ts';
import { type ErrorCode, fail, failWithDetail, isServiceError, ServiceError } from '../contract/errors.ts';
import { mintRequest } from '../contract/schemas/mint.ts';
import { dayMs } from '../domain/days.ts';
import { isServed } from '../domain/quota/subscription.ts';
import { getVersion } from '../domain/revocation.ts';
import { getOnDemandIdentity, hashOnDemandUrl, readPayload } from '../domain/signing/on-demand-url.ts';
import { isServiceKeyId } from '../domain/signing/signing-secret.ts';
import { getDelegatedLimits, requireUnits } from '../limits/quota.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { KeyLimit } from '../ports/quotas.ts';
import type { FrozenImage } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { prepareImage, type WantedImage } from '../publishing/evaluate-image.ts';
import { freezeImage, getUnit } from '../publishing/freeze-image.ts';
import { getTreeExpiry, storeTrees } from '../publishing/store-trees.ts';
import { answerFailure, type OnDemandDelivery, recordFailure } from './on-demand-failure.ts';
import { rejectEnded } from './reject-ended.ts';
import { deliverFrozen } from './render-image.ts';
import { acquireLease, getShortBackoffEnd, type OwnLease } from './render-lease.ts';
import { type VerifiedUrl, verifyOnDemandUrl } from './verify-on-demand-url.ts';

type OnDemandPorts = PortsOf<'renderOnDemand'>;

/** Milliseconds that a request waits while others evaluate and render the same image; below CloudFront's timeout. */
const patienceMs = 50_000;

interface SiteOfImage {
  /** Limits of its new images. */
  readonly limits: readonly KeyLimit[];
  /** Group of failures that anybody can cause. @default none */
  readonly failureGroup: string | undefined;
}

interface GenuineUrl extends VerifiedUrl {
  readonly site: SiteOfImage | undefined;
}

/** The parsed request of a URL, and the identity that all URLs of the same image share. */
interface OnDemandRequest extends GenuineUrl {
  readonly wanted: WantedImage;
  readonly identity: string;
}

/**
 * Returns the limits of the signing key of a URL that was never rendered. The service's own key has no record and is
 * valid as long as its URLs verify.
 *
 * @throws INVALID_SIGNATURE for a deleted key, URL_EXPIRED, TEMPLATE_NOT_FOUND for a template that the key may not sign
 */
const getSigningKeyLimits = async (
  ports: OnDemandPorts,
  now: Date,
  { accountId, url, site }: GenuineUrl,
): Promise<readonly KeyLimit[]> => {
  if (isServiceKeyId(url.key)) return site?.limits ?? [];
  const keys = await ports['signingKeys:read'].of(accountId);
  const key = keys.find(({ signingKeyId }) => signingKeyId === url.key);
  if (!key) throw fail('INVALID_SIGNATURE');
  if (key.expiresAt <= now) throw fail('URL_EXPIRED');
  if (key.templateIds && !key.templateIds.includes(url.templateId)) throw fail('TEMPLATE_NOT_FOUND');
  return getDelegatedLimits('signing key', url.key, key, now);
};

/** Parses the request of a URL, by the rules of a mint. @throws INVALID_VARIABLES */
const readRequest = (verified: GenuineUrl, variables: Readonly<Record<string, Json>>): OnDemandRequest => {
  const { accountId, url } = verified;
  const { success, data: wanted, error } = mintRequest.safeParse({ ...url, variables });
  if (success) return { ...verified, wanted, identity: getOnDemandIdentity(accountId, url, variables) };
  const [first] = getIssues(error);
  throw failWithDetail('INVALID_VARIABLES', first && failWithDetail(first.code, first.detail).message);
};

/** Converts an error of a mint to one of this route. */
const toRouteError = (error: unknown): unknown => {
  const inVariables: readonly ErrorCode[] = [
    'MISSING_TEMPLATE_VARIABLES',
    'INVALID_SIZE',
    'INVALID_DEVICE_PIXEL_RATIO',
  ];
  const isInVariables = isServiceError(error) && inVariables.includes(error.code);
  return isInVariables ? failWithDetail('INVALID_VARIABLES', error.message) : error;
};

/**
 * Freezes the image of a URL while its lease is held.
 *
 * @throws INVALID_SIGNATURE, URL_EXPIRED, SUBSCRIPTION_INACTIVE, TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND,
 * INVALID_VARIABLES, QUOTA_EXCEEDED
 */
const freeze = async (ports: OnDemandPorts, runtime: Runtime, request: OnDemandRequest): Promise<FrozenImage> => {
  const { identity, accountId, url, wanted } = request;
  const now = runtime.now();
  // read in parallel; an ended key is reported before any other error
  const reads = Promise.all([
    ports['owners:read'].find(accountId, url.templateId),
    ports['onDemand:freeze'].find(identity),
  ]);
  reads.catch(() => undefined);
  const keys = await getSigningKeyLimits(ports, now, request);
  const [{ account, template }, found] = await reads;
  if (!account || !isServed(account, now)) throw fail('SUBSCRIPTION_INACTIVE');
  return freezeImage(ports, runtime, { identity, account, keys, found, isRequested: true }, async () => {
    await requireUnits(ports['mints:spend'], runtime, account, getUnit({ identity, keys }));
    const caller = { account, fonts: await ports['fonts:read'].of(accountId) };
    const { query, address, tree, warnings } = await prepareImage(ports, runtime, caller, template, wanted);
    await storeTrees(ports, runtime, [{ address, tree }], accountId, getTreeExpiry(now));
    return { query, warnings };
  });
};

/** Releases the lease after a failure: with a backoff if the template or the service failed, otherwise without one. */
const releaseAfterFailure = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  { identity, accountId }: OnDemandRequest,
  lease: OwnLease,
  error: unknown,
): Promise<void> => {
  const code = isServiceError(error) ? error.code : 'SERVER_ERROR';
  if (code === 'SERVER_ERROR') return lease.backOff(getShortBackoffEnd(runtime.now()));
  // another try costs a few reads only
  if (code !== 'INVALID_VARIABLES') return lease.release();
  const { message, publicMessage } = error as ServiceError;
  const until = new Date(lease.retryAt.getTime() + 2 * dayMs);
  try {
    await ports['evaluationFailures:write'].put(identity, { code, message, publicMessage }, accountId, until);
  } catch (cause) {
    return runtime.log('error', 'failure not recorded', { cause });
  }
  return lease.fail();
};

/** Returns for whom a failure of a URL is recorded. */
const toOrigin = ({ accountId, url, site }: GenuineUrl) => ({
  accountId,
  templateId: url.templateId,
  failureGroup: site?.failureGroup,
});

/** Freezes the image of a URL under a lease: one request evaluates it, and the others wait for it. */
const freezeWithLease = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  request: OnDemandRequest,
  rawPath: string,
  time: SharedTime,
): Promise<FrozenImage> => {
  const images = ports['onDemand:freeze'];
  for (;;) {
    const known = await images.find(request.identity);
    if (known?.isPaid) return known;
    const lease = await acquireLease(ports, runtime, `on-demand ${request.identity}`);
    if (lease.isOurs) {
      try {
        const image = await freeze(ports, runtime, request);
        if (image.warnings) await recordFailure(ports, runtime, toOrigin(request), rawPath, image.warnings);
        await lease.release();
        return image;
      } catch (thrown) {
        const error = toRouteError(thrown);
        await releaseAfterFailure(ports, runtime, request, lease, error);
        throw error;
      }
    }
    if (!lease.isHeld) {
      const failure = await ports['evaluationFailures:write'].find(request.identity);
      if (!failure) throw fail('RENDER_ERROR');
      const { message: detail, publicMessage: publicDetail } = failure;
      throw new ServiceError('INVALID_VARIABLES', [], { detail, publicDetail });
    }
    if (!(await lease.wait(time))) throw fail('RENDER_ERROR');
  }
};

/**
 * Delivers the image of an on-demand URL. The first request evaluates the template, consumes one unit and freezes
 * everything that determines the image (docs/decisions/0350). If it cannot be rendered, the account's fallback image is
 * delivered, if there is one.
 *
 * @param epoch changes with the revocations of the template's versions; part of the edge's cache key
 * @param site the site that the image belongs to. @default none: the limits are those of the signing key
 * @throws URL_EXPIRED, INVALID_SIGNATURE, URL_DENIED, URL_REVOKED, INVALID_VARIABLES, SUBSCRIPTION_INACTIVE,
 * TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, QUOTA_EXCEEDED, VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH,
 * SERVICE_UNAVAILABLE, RENDER_ERROR
 */
export const renderOnDemand = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  rawPath: string,
  clientClass?: ClientClass,
  epoch?: string,
  site?: SiteOfImage,
): Promise<OnDemandDelivery> => {
  const time = sharedTime(patienceMs);
  const verified = { ...(await verifyOnDemandUrl(ports['keyring:read'], runtime, rawPath)), site };
  const { accountId, url, part } = verified;
  const { templateId, key: signingKeyId } = url;
  const revocable = { accountId, templateId, signingKeyId, epoch, hash: hashOnDemandUrl(accountId, part) };
  await rejectEnded(ports, runtime, { ...revocable, version: url.version ?? 0 });
  let frozen: FrozenImage;
  try {
    const request = readRequest(verified, readPayload(url.payload));
    frozen = await freezeWithLease(ports, runtime, request, rawPath, time);
  } catch (error) {
    const keyError = await getSigningKeyLimits(ports, runtime.now(), verified).then(
      () => undefined,
      (cause: unknown) => {
        if (isServiceError(cause)) return cause;
        runtime.log('error', 'signing key not read', { cause });
        return undefined;
      },
    );
    return answerFailure(ports, runtime, toOrigin(verified), rawPath, error, keyError, clientClass);
  }
  // a URL without a version shows that of its first request, which may be revoked
  await rejectEnded(ports, runtime, { ...revocable, version: getVersion(frozen.query) });
  const image = await deliverFrozen(ports, runtime, frozen.query, clientClass, time.leftMs());
  return { ...image, variableWarnings: frozen.warnings };
};
