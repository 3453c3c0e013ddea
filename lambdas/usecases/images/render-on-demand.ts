import type { ClientClass } from '../../contract/client-classes.ts';
import { type ErrorCode, fail, failWithDetail, ServiceError } from '../../contract/errors.ts';
import { type Json, mintRequest } from '../../contract/schemas/mint.ts';
import { dayMs } from '../../core/days.ts';
import { isServed } from '../../core/quota/subscription.ts';
import { getVersion } from '../../core/revocation.ts';
import { getOnDemandIdentity } from '../../core/signing/on-demand-url.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { KeyLimit } from '../../ports/quotas.ts';
import type { FrozenImage } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type SharedTime, sharedTime } from '../../runtime/time-budget.ts';
import { requireUnits } from '../accounts/quota.ts';
import { prepareImage, type WantedImage } from '../mint/evaluate-image.ts';
import { getTreeExpiry, storeTrees } from '../mint/store-trees.ts';
import { countOnDemandFailure } from './count-on-demand-failure.ts';
import { deliverFrozen } from './deliver-frozen.ts';
import { freezeImage, getUnit } from './freeze-image.ts';
import { answerFailure, type OnDemandDelivery } from './on-demand-failure.ts';
import { rejectEndedOnDemand } from './reject-ended.ts';
import { acquireLease, getShortBackoffEnd, type OwnLease } from './render-lease.ts';
import { getSigningKeyLimit } from './signing-key-limit.ts';
import { type VerifiedUrl, verifyOnDemandUrl } from './verify-on-demand-url.ts';

type OnDemandPorts = PortsOf<'renderOnDemand'>;

/** Milliseconds that a request waits while others evaluate and render the same image; below CloudFront's timeout. */
const patienceMs = 50_000;

/** A verified URL, its parsed request, and the identity that all URLs of the same image share. */
interface OnDemandRequest extends VerifiedUrl {
  readonly wanted: WantedImage;
  readonly identity: string;
}

/** Errors caused by template and variables, which would occur again. */
const templateFaults: readonly ErrorCode[] = ['INVALID_VARIABLES'];

/** Parses the request of a URL, by the rules of a mint. @throws INVALID_VARIABLES */
const readWanted = ({ url }: VerifiedUrl, variables: Readonly<Record<string, Json>>): WantedImage => {
  const { templateId, format, version, size, width, height, devicePixelRatio, quality } = url;
  const note = { templateId, format, version, size, width, height, devicePixelRatio, quality, variables };
  const parsed = mintRequest.safeParse(note);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [code, detail] = JSON.parse(issue?.message ?? '[]') as [ErrorCode, string | null];
  throw failWithDetail('INVALID_VARIABLES', detail ?? new ServiceError(code, [] as never).message);
};

/** Converts an error of a mint to one of this route. */
const toRouteError = (error: unknown): unknown => {
  if (!(error instanceof ServiceError)) return error;
  const inVariables: readonly ErrorCode[] = [
    'MISSING_TEMPLATE_VARIABLES',
    'INVALID_SIZE',
    'INVALID_DEVICE_PIXEL_RATIO',
  ];
  return inVariables.includes(error.code) ? failWithDetail('INVALID_VARIABLES', error.message) : error;
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
  const key = await getSigningKeyLimit(ports, now, request);
  const [{ account, template }, found] = await reads;
  if (!account || !isServed(account, now)) throw fail('SUBSCRIPTION_INACTIVE');
  return freezeImage(ports, runtime, { identity, account, key, found }, async () => {
    await requireUnits(ports['mints:spend'], runtime, account, getUnit({ identity, key }));
    const { query, address, tree } = await prepareImage(ports, runtime, account, template, wanted);
    await storeTrees(ports, runtime, [{ address, tree }], accountId, getTreeExpiry(now));
    return query;
  });
};

/** Returns the error of the last evaluation, for requests during its backoff. */
const getEarlierFailure = async (ports: OnDemandPorts, { identity }: OnDemandRequest): Promise<ServiceError> => {
  const found = await ports['onDemand:freeze'].failure(identity);
  return found && templateFaults.includes(found.code as ErrorCode)
    ? failWithDetail('INVALID_VARIABLES', found.message)
    : fail('RENDER_ERROR');
};

/** Releases the lease after a failure, with a backoff if the template caused it. */
const releaseAfterFailure = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  { identity, accountId }: OnDemandRequest,
  lease: OwnLease,
  error: unknown,
): Promise<void> => {
  const isKnown = error instanceof ServiceError;
  if (isKnown && templateFaults.includes(error.code)) {
    const { code, message } = error;
    const until = new Date(lease.retryAt.getTime() + 2 * dayMs);
    try {
      await ports['onDemand:freeze'].recordFailure(identity, { code, message }, accountId, until);
    } catch (cause) {
      return runtime.log('error', 'failure not recorded', { cause });
    }
    return lease.fail();
  }
  // other failures cost a few reads, so they need no backoff
  return isKnown && error.code !== 'SERVER_ERROR' ? lease.release() : lease.backOff(getShortBackoffEnd(runtime.now()));
};

/** A frozen image. `released` resolves when the lease of this request is released; it never rejects. */
interface Frozen {
  readonly image: FrozenImage;
  readonly released?: Promise<void>;
}

/** Freezes the image of a URL under a lease: one request evaluates it, and the others wait for it. */
const freezeWithLease = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  request: OnDemandRequest,
  time: SharedTime,
): Promise<Frozen> => {
  for (;;) {
    const lease = await acquireLease(ports, runtime, `on-demand ${request.identity}`);
    if (lease.isOurs) {
      try {
        return { image: await freeze(ports, runtime, request), released: lease.release() };
      } catch (thrown) {
        const error = toRouteError(thrown);
        await releaseAfterFailure(ports, runtime, request, lease, error);
        throw error;
      }
    }
    if (!lease.isHeld) throw await getEarlierFailure(ports, request);
    if (!(await lease.wait(time))) throw fail('RENDER_ERROR');
    const image = await ports['onDemand:freeze'].find(request.identity);
    if (image?.isPaid) return { image };
  }
};

/**
 * Delivers the image of an on-demand URL. The first request evaluates the template, consumes one unit and freezes
 * everything that determines the image (docs/decisions/0350). If it cannot be rendered, the account's fallback image is
 * delivered, if there is one.
 *
 * @param readVariables parses a payload; @throws INVALID_VARIABLES
 * @param epoch changes with the revocations of the template's versions; part of the edge's cache key
 * @param limit that of the site, for a site image
 * @throws URL_EXPIRED, INVALID_SIGNATURE, URL_DENIED, URL_REVOKED, INVALID_VARIABLES, SUBSCRIPTION_INACTIVE,
 * TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, QUOTA_EXCEEDED, VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH,
 * SERVICE_UNAVAILABLE, RENDER_ERROR
 */
export const renderOnDemand = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  rawPath: string,
  readVariables: (payload: string) => Readonly<Record<string, Json>>,
  clientClass?: ClientClass,
  epoch?: string,
  limit?: KeyLimit,
): Promise<OnDemandDelivery> => {
  const time = sharedTime(patienceMs);
  const verified = { ...(await verifyOnDemandUrl(ports['keyring:verify'], runtime, rawPath)), limit };
  await rejectEndedOnDemand(ports, runtime, verified, verified.url.version ?? 0, epoch);
  let frozen: Frozen;
  try {
    const variables = readVariables(verified.url.payload);
    const wanted = readWanted(verified, variables);
    const identity = getOnDemandIdentity(verified.accountId, verified.url, variables);
    const image = await ports['onDemand:freeze'].find(identity);
    frozen = image?.isPaid ? { image } : await freezeWithLease(ports, runtime, { ...verified, wanted, identity }, time);
  } catch (error) {
    countOnDemandFailure(runtime, error);
    return answerFailure(ports, runtime, verified, rawPath, error, clientClass);
  }
  // a URL without a version shows that of its first request, which may be revoked
  const { query } = frozen.image;
  try {
    await rejectEndedOnDemand(ports, runtime, verified, getVersion(query), epoch);
    return await deliverFrozen(ports, runtime, query, clientClass, time.leftMs());
  } finally {
    await frozen.released;
  }
};
