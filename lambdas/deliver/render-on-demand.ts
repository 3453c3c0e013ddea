import { toCanonicalJson } from 'image-url-contract/canonical-json.ts';
import { getIssues } from 'image-url-contract/error-code.ts';
import { type ErrorCode, fail, failWithDetail, isServiceError, ServiceError } from 'image-url-contract/errors.ts';
import { mintRequest } from 'image-url-contract/schemas/mint.ts';
import { getOnDemandIdentity, hashOnDemandUrl, readPayload } from 'image-url-contract/signing/on-demand-url.ts';
import { isServiceKeyId } from 'image-url-contract/signing/signing-secret.ts';
import type { ClientClass } from 'image-url-engine/client-classes.ts';
import type { Json } from 'image-url-engine/values.ts';
import { type SharedTime, sharedTime } from 'image-url-engine/workers.ts';
import { isServed } from '../domain/quota/subscription.ts';
import { isFrozen } from '../domain/records/image-records.ts';
import { getVersion } from '../domain/revocation.ts';
import { patienceMs, storingMs } from '../domain/times.ts';
import { getDelegatedLimits, requireUnits } from '../limits/quota.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { KeyLimit, SeenUsage } from '../ports/quotas.ts';
import type { FrozenImage, OnDemandRecord, SigningKeyRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { prepareImage, type WantedImage } from '../publishing/evaluate-image.ts';
import { freezeImage, getUnit } from '../publishing/freeze-image.ts';
import { getTreeExpiry, storeTrees } from '../publishing/store-trees.ts';
import { evaluationLease } from './evaluation-lease.ts';
import { answerFailure, type OnDemandDelivery } from './on-demand-failure.ts';
import { getNewSvgNotes, recordFailure, recordRenderFailure } from './record-failure.ts';
import { rejectEnded } from './reject-ended.ts';
import { type Delivered, deliverFrozen, type Found, findFrozen, renderEvaluated, toWanted } from './render-image.ts';
import { underLease, untilOver } from './render-lease.ts';
import { type VerifiedUrl, verifyOnDemandUrl } from './verify-on-demand-url.ts';

type OnDemandPorts = PortsOf<'renderOnDemand'>;

/** The site that an image belongs to. */
export interface SiteOfImage {
  /** Limits of its new images. */
  readonly limits: readonly KeyLimit[];
  /** Group of failures that anybody can cause. @default none */
  readonly failureGroup: string | undefined;
}

/** A genuine request for an on-demand image, however it came. */
export interface OnDemandImage extends VerifiedUrl {
  /** The path under which a failure is listed. */
  readonly path: string;
  /** State of the edge's entries, part of its cache key. */
  readonly epoch?: string | undefined;
  readonly clientClass?: ClientClass | undefined;
  readonly site?: SiteOfImage | undefined;
  /** What the payload of the URL says, if it is at hand. @default it is read from there */
  readonly variables?: Readonly<Record<string, Json>> | undefined;
}

/** The parsed request of an image, and the identity that all URLs of the same image share. */
interface OnDemandRequest extends OnDemandImage {
  readonly wanted: WantedImage;
  readonly identity: string;
}

const isOfService = ({ url }: OnDemandImage): boolean => isServiceKeyId(url.key);

/**
 * Returns the limits of the signing key of a URL that was never rendered. The service's own key has no record and is
 * valid as long as its URLs verify.
 *
 * @throws INVALID_SIGNATURE for a deleted key, URL_EXPIRED, TEMPLATE_NOT_FOUND for a template that the key may not sign
 */
const getSigningKeyLimits = (
  image: OnDemandImage,
  key: SigningKeyRecord | undefined,
  now: Date,
): readonly KeyLimit[] => {
  const { url, site } = image;
  if (isOfService(image)) return site?.limits ?? [];
  if (!key) throw fail('INVALID_SIGNATURE');
  if (key.expiresAt <= now) throw fail('URL_EXPIRED');
  if (key.templateIds && !key.templateIds.includes(url.templateId)) throw fail('TEMPLATE_NOT_FOUND');
  return getDelegatedLimits('signing key', url.key, key, now);
};

/** Parses the request of a URL, by the rules of a mint. @throws INVALID_VARIABLES */
const readRequest = (image: OnDemandImage): OnDemandRequest => {
  const { accountId, url } = image;
  const variables = image.variables ?? readPayload(url.payload);
  const { success, data: wanted, error } = mintRequest.safeParse({ ...url, variables });
  if (success) return { ...image, wanted, identity: getOnDemandIdentity(accountId, url, variables) };
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

/** A frozen image. One that was frozen by this request has its image, which is being rendered. */
interface Frozen {
  readonly record: FrozenImage;
  readonly rendering?: Promise<Delivered>;
}

type Reject = (version: number) => Promise<void>;

/**
 * Evaluates, counts and freezes an image while its lease is held, and renders it meanwhile.
 *
 * @throws INVALID_SIGNATURE, URL_EXPIRED, SUBSCRIPTION_INACTIVE, TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND,
 * INVALID_VARIABLES, QUOTA_EXCEEDED
 */
const freeze = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  request: OnDemandRequest,
  reading: Promise<[Owners, SeenUsage]>,
  getClaimedAt: () => Date,
): Promise<Frozen> => {
  const { identity, accountId, wanted, clientClass } = request;
  const now = runtime.now();
  const [{ account, template, fonts, signingKey }, seen] = await reading;
  const keys = getSigningKeyLimits(request, signingKey, now);
  if (!account || !isServed(account, now)) throw fail('SUBSCRIPTION_INACTIVE');
  await requireUnits(ports['mints:spend'], runtime, account, getUnit({ identity, keys, seen }));
  const prepared = await prepareImage(ports, runtime, { account, fonts }, template, wanted);
  const { query, address, tree, warnings, evaluated } = prepared;
  const cachedImages = evaluated.hasRemoteImages
    ? ports['trees:read'].findCachedImages(address)
    : Promise.resolve(new Map());
  const stored = storeTrees(ports, runtime, [{ address, tree }], accountId, getTreeExpiry(now));
  const whole = Promise.all([cachedImages, stored]).then(([found]) => ({
    ...{ accountId, address, tree: evaluated.tree, cachedImages: found },
    ...(evaluated.typography && { typography: evaluated.typography }),
  }));
  whole.catch(() => undefined);
  const rendering = renderEvaluated(ports, runtime, toWanted(query, clientClass), whole);
  rendering.catch(() => undefined);
  try {
    const record = await freezeImage(ports, runtime, {
      ...{ identity, account, query, warnings, keys, seen, stored },
      ...{ claimedAt: getClaimedAt(), isRequested: true },
    });
    const isOurs = toCanonicalJson(record.query) === toCanonicalJson(query);
    return { record, ...(isOurs && { rendering }) };
  } catch (error) {
    // it belongs to this invocation
    await rendering.catch(() => undefined);
    throw error;
  }
};

/** Returns for whom a failure of a URL is recorded. */
const toOrigin = ({ accountId, url, site }: OnDemandImage) => ({
  accountId,
  templateId: url.templateId,
  failureGroup: site?.failureGroup,
});

type Owners = Awaited<ReturnType<OnDemandPorts['owners:read']['find']>>;

/** Freezes the image of a URL under a lease: one request evaluates it, and the others wait for it. */
const freezeWithLease = (
  ports: OnDemandPorts,
  runtime: Runtime,
  request: OnDemandRequest,
  first: Promise<OnDemandRecord | undefined>,
  ahead: Ahead | undefined,
  time: SharedTime,
): Promise<Frozen> => {
  const { identity, accountId, url } = request;
  const evaluation = evaluationLease(ports['onDemand:freeze'], runtime, accountId);
  let looking: typeof first | undefined = first;
  let known: OnDemandRecord | undefined;
  let reading: Promise<[Owners, SeenUsage]>;
  return underLease<Frozen>(evaluation.ports, runtime, identity, time, {
    find: async () => {
      known = await (looking ?? ports['onDemand:freeze'].find(identity));
      looking = undefined;
      if (isFrozen(known)) return { record: known };
      // nobody has failed, or evaluates it: read beside the lease
      const isFree = !known?.lease || known.lease.retryAt <= runtime.now();
      if (isFree)
        reading = Promise.all([
          ahead?.owners ??
            ports['owners:read'].find(accountId, url.templateId, isOfService(request) ? undefined : url.key),
          ahead?.usage ?? ports['mints:spend'].latest(accountId),
        ]);
      reading?.catch(() => undefined);
      return undefined;
    },
    known: () => known?.lease,
    make: async (lease) => {
      try {
        return await freeze(ports, runtime, request, reading, () => evaluation.getClaimedAt(runtime));
      } catch (thrown) {
        const error = toRouteError(thrown);
        await evaluation.endAfter(error, lease, runtime);
        throw error;
      }
    },
    refuse: async ({ isHeld }) => {
      const failure = isHeld ? undefined : (known?.failure ?? (await ports['onDemand:freeze'].find(identity))?.failure);
      if (!failure) return fail('RENDER_ERROR');
      const { message: detail, publicMessage: publicDetail } = failure;
      return new ServiceError('INVALID_VARIABLES', [], { detail, publicDetail });
    },
  });
};

/** What a caller has read ahead. */
interface Ahead {
  readonly owners: Owners;
  readonly usage: SeenUsage;
}

/**
 * Delivers a frozen image. One that was frozen a moment ago is being stored by the request that froze it, so it is
 * looked for until then.
 */
const deliverRecord = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  { query, frozenAt }: FrozenImage,
  clientClass: ClientClass | undefined,
  time: SharedTime,
  looking: Promise<Found>,
): Promise<Delivered> => {
  const storedIn = sharedTime(Math.min(time.leftMs(), frozenAt.getTime() + storingMs - runtime.now().getTime()));
  let found = await looking;
  if (!found)
    for await (const _ of untilOver(storedIn)) {
      found = await findFrozen(ports, runtime, toWanted(query, clientClass));
      if (found) break;
    }
  return deliverFrozen(ports, runtime, query, clientClass, time.leftMs(), Promise.resolve(found));
};

/**
 * Delivers an on-demand image. The first request evaluates the template, consumes one unit and freezes everything that
 * determines the image (docs/decisions/0350). If it cannot be rendered, the account's fallback image is delivered, if
 * there is one.
 *
 * @param ahead what the caller has read already. @default nothing
 * @throws URL_DENIED, URL_REVOKED, INVALID_VARIABLES, SUBSCRIPTION_INACTIVE, TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND,
 * QUOTA_EXCEEDED, VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH, SERVICE_UNAVAILABLE, RENDER_ERROR; for a signing key that
 * has ended, INVALID_SIGNATURE and URL_EXPIRED
 */
export const deliverOnDemand = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  image: OnDemandImage,
  ahead?: Ahead,
): Promise<OnDemandDelivery> => {
  const time = sharedTime(patienceMs.onDemand);
  const { accountId, url, part, path, clientClass, epoch } = image;
  const { templateId, key: signingKeyId } = url;
  const revocable = { accountId, templateId, signingKeyId, epoch, hash: hashOnDemandUrl(accountId, part) };
  const reject: Reject = (version) => rejectEnded(ports, runtime, { ...revocable, version });
  const request = await settle(async () => readRequest(image));
  // one round: the verdict, and what is known of the image
  const first = request.ok ? ports['onDemand:freeze'].find(request.value.identity) : Promise.resolve(undefined);
  first.catch(() => undefined);
  await reject(url.version ?? 0);
  let frozen: Frozen;
  try {
    if (!request.ok) throw request.error;
    frozen = await freezeWithLease(ports, runtime, request.value, first, ahead, time);
  } catch (error) {
    const keyError = await findKeyError(ports, runtime, image);
    return answerFailure(ports, runtime, toOrigin(image), path, error, keyError, clientClass);
  }
  const { record, rendering } = frozen;
  // a URL without a version shows that of its first request, which may be revoked
  const looking = rendering ? undefined : findFrozen(ports, runtime, toWanted(record.query, clientClass));
  looking?.catch(() => undefined);
  await reject(getVersion(record.query));
  const { after, ...delivered } = await (
    rendering ?? deliverRecord(ports, runtime, record, clientClass, time, looking as Promise<Found>)
  ).catch(async (error: unknown) => {
    await recordRenderFailure(ports, runtime, toOrigin(image), path, error);
    throw error;
  });
  const { warnings: variableWarnings } = record;
  const variables = rendering && variableWarnings;
  const warnings = { variables, svg: getNewSvgNotes(delivered) };
  const afterwards = async () => {
    await Promise.all([after?.(), recordFailure(ports, runtime, toOrigin(image), path, warnings)]);
  };
  return { ...delivered, variableWarnings, after: afterwards };
};

type Settled<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

const settle = async <T>(work: () => Promise<T>): Promise<Settled<T>> => {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error };
  }
};

/** Returns why the signing key of a URL may not sign it; undefined if it may, or cannot be read. */
const findKeyError = async (ports: OnDemandPorts, runtime: Runtime, image: OnDemandImage): Promise<unknown> => {
  const { accountId, url } = image;
  try {
    const key = isOfService(image) ? undefined : await ports['owners:read'].signingKey(accountId, url.key);
    getSigningKeyLimits(image, key, runtime.now());
    return undefined;
  } catch (cause) {
    if (isServiceError(cause)) return cause;
    runtime.log('error', 'signing key not read', { cause });
    return undefined;
  }
};

/** Delivers the image of an on-demand URL. @throws what `deliverOnDemand` throws; URL_EXPIRED, INVALID_SIGNATURE */
export const renderOnDemand = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  rawPath: string,
  clientClass?: ClientClass,
  epoch?: string,
): Promise<OnDemandDelivery> => {
  const verified = await verifyOnDemandUrl(ports['keyring:read'], runtime, rawPath);
  return deliverOnDemand(ports, runtime, { ...verified, path: rawPath, clientClass, epoch });
};
