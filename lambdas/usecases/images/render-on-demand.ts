import type { ClientClass } from '../../contract/client-classes.ts';
import { type ErrorCode, fail, failSaying, ServiceError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { type Json, mintRequest } from '../../contract/schemas/mint.ts';
import { subjectName } from '../../core/deny-list.ts';
import { isServed } from '../../core/quota/subscription.ts';
import type { RenderedImage } from '../../core/rendering/rendered-image.ts';
import { getVersion } from '../../core/revocation.ts';
import { startOfDay } from '../../core/signing/expiry.ts';
import { onDemandIdentity, onDemandUrlHash } from '../../core/signing/on-demand-url.ts';
import type { FrozenImage } from '../../ports/on-demand.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { SigningKeyRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { sharedTime } from '../../runtime/time-budget.ts';
import { fontsWhileEvaluating } from '../accounts/account-fonts.ts';
import type { KeyQuota } from '../accounts/key-quota.ts';
import { consumeUnits, requireUnits } from '../accounts/quota.ts';
import { prepareImage, type WantedImage } from '../mint/prepare-url.ts';
import { storeTrees } from '../mint/store-trees.ts';
import type { ImageForClientClass } from './cached-images.ts';
import { countOnDemandFailure } from './count-on-demand-failure.ts';
import { deliverImage } from './render-image.ts';
import {
  acquireLease,
  getShortBackoffEnd,
  isHeld,
  type LeaseResult,
  recordFailure,
  releaseLease,
  releaseWithBackoff,
  waitForLease,
} from './render-lease.ts';
import { type VerifiedUrl, verifyOnDemandUrl } from './verify-on-demand-url.ts';

type OnDemandPorts = PortsOf<'renderOnDemand'>;

const dayMs = 86_400_000;
/**
 * How long a request waits while another one evaluates the same image, and then while another one renders it, in milliseconds: together less than
 * CloudFront waits for a first byte.
 */
const patienceMs = 25_000;
/** How long caches may show that an image cannot be rendered, in milliseconds. */
const failureMs = 60_000;
/** Trees and what names them outlive the longest URL by this. */
const graceDays = 3;
/** How long a unit that was taken for a name is known, with time to spare; after it a claim counts as paid. */
const knownMs = dayMs;

/** What is delivered: the image of the URL, or the account's fallback image and the reason for it. */
type OnDemandDelivery = RenderedImage & ImageForClientClass & { readonly fallbackReason?: string };

/** Failures of a genuine URL of a served account in place of which the fallback image is shown. */
const fallbackCodes: readonly ErrorCode[] = [
  'INVALID_VARIABLES',
  'QUOTA_EXCEEDED',
  'TEMPLATE_NOT_FOUND',
  'VERSION_NOT_FOUND',
];

/** Reasons for which no image is shown at all. */
const endCodes: readonly ErrorCode[] = [
  'INVALID_SIGNATURE',
  'URL_EXPIRED',
  'URL_DENIED',
  'URL_REVOKED',
  'TEMPLATE_NOT_FOUND',
];

/** A verified URL, what it says, and the identity that it shares with others of the same image. */
interface Asked extends VerifiedUrl {
  readonly wanted: WantedImage;
  readonly identity: string;
}

/** Errors that the template and what the URL says are to blame for: the same again fails again. */
const templateFaults: readonly ErrorCode[] = ['INVALID_VARIABLES'];

/** What the URL says, by the rules of a mint. @throws INVALID_VARIABLES */
const readWanted = ({ url }: VerifiedUrl, variables: Readonly<Record<string, Json>>): WantedImage => {
  const { templateId, format, version, width, height, devicePixelRatio, quality } = url;
  const note = { templateId, format, version, width, height, devicePixelRatio, quality, variables };
  const parsed = mintRequest.safeParse(note);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [code, detail] = JSON.parse(issue?.message ?? '[]') as [ErrorCode, string | null];
  throw failSaying('INVALID_VARIABLES', detail ?? new ServiceError(code, [] as never).message);
};

/** Refuses a URL whose delivery has ended. @throws URL_DENIED, URL_REVOKED */
const rejectEnded = async (
  ports: OnDemandPorts,
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

/** The signing key of a URL that was never rendered. @throws INVALID_SIGNATURE, URL_EXPIRED, TEMPLATE_NOT_FOUND */
const livingKey = async (
  ports: OnDemandPorts,
  now: Date,
  { accountId, url }: VerifiedUrl,
): Promise<SigningKeyRecord> => {
  const keys = await ports['accountKeys:read'].of(accountId);
  const key = keys.find(({ signingKeyId }) => signingKeyId === url.key);
  if (!key) throw fail('INVALID_SIGNATURE');
  if (key.expiresAt <= now) throw fail('URL_EXPIRED');
  if (key.templateIds && !key.templateIds.includes(url.templateId)) throw fail('TEMPLATE_NOT_FOUND');
  return key;
};

/** The first renders of a signing key on a UTC day; undefined for a key without a limit. */
const dailyQuota = (ports: OnDemandPorts, key: SigningKeyRecord, now: Date): KeyQuota | undefined => {
  if (key.dailyRenders === undefined) return undefined;
  const start = startOfDay(now);
  const name = `renders ${key.signingKeyId} ${start.toISOString()}`;
  const endsAt = new Date(start.getTime() + dayMs);
  return { ports, budget: { owner: key.accountId, name, limit: key.dailyRenders, endsAt } };
};

const dailyExceeded = ({ budget: { limit, endsAt } }: KeyQuota): ServiceError =>
  new ServiceError('QUOTA_EXCEEDED', [{ unit: 'mint', limit }], {
    retryAt: endsAt,
    detail: `This signing key renders ${limit} new images a day; they are used up.`,
  });

/** The errors of a mint, as this route answers them. */
const asAnswered = (error: unknown): unknown => {
  if (!(error instanceof ServiceError)) return error;
  const inVariables: readonly ErrorCode[] = ['MISSING_TEMPLATE_VARIABLES', 'INVALID_DEVICE_PIXEL_RATIO'];
  return inVariables.includes(error.code) ? failSaying('INVALID_VARIABLES', error.message) : error;
};

/** Evaluates the template, stores its tree and claims the image. */
const evaluateAndClaim = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  asked: Asked,
  { account, template }: Awaited<ReturnType<OnDemandPorts['owners:read']['find']>>,
): Promise<FrozenImage> => {
  if (!account) throw fail('SUBSCRIPTION_INACTIVE');
  const { templateId } = asked.url;
  const fonts = fontsWhileEvaluating(ports, account, new Map(template ? [[templateId, template]] : []));
  const prepared = await prepareImage(ports, runtime, account, template, asked.wanted, fonts);
  const claimedAt = runtime.now();
  const expiresAt = new Date(startOfDay(claimedAt).getTime() + (limits.urlLifetimeDays + graceDays) * dayMs);
  await storeTrees(ports, runtime, new Map([[prepared.address, prepared.tree]]), asked.accountId, expiresAt);
  const image = { accountId: asked.accountId, query: prepared.query, claimedAt, isPaid: false };
  return ports['onDemand:freeze'].claim(asked.identity, image, expiresAt);
};

/**
 * Does what a first request does, under the lease: evaluates, takes the unit and freezes.
 *
 * @throws SUBSCRIPTION_INACTIVE, TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, INVALID_VARIABLES, QUOTA_EXCEEDED.
 */
const freeze = async (ports: OnDemandPorts, runtime: Runtime, asked: Asked): Promise<FrozenImage> => {
  const { identity, accountId, url } = asked;
  const images = ports['onDemand:freeze'];
  const before = await images.find(identity);
  if (before?.isPaid) return before;
  const now = runtime.now();
  const key = await livingKey(ports, now, asked);
  const owners = await ports['owners:read'].find(accountId, url.templateId);
  const { account } = owners;
  if (!account || !isServed(account, now)) throw fail('SUBSCRIPTION_INACTIVE');
  const daily = dailyQuota(ports, key, now);
  const wanted = { quota: 'mints', units: 1, reservation: { name: `on-demand ${identity}` }, key: daily } as const;
  if (!before) {
    if (daily && (await ports['budgets:read'].used(daily.budget)) >= daily.budget.limit) throw dailyExceeded(daily);
    await requireUnits(ports['mints:spend'], runtime, account, wanted);
  }
  const claimed = before ?? (await evaluateAndClaim(ports, runtime, asked, owners));
  if (claimed.isPaid) return claimed;
  // the unit counts when the image was claimed, whoever takes it: asked for again, it is found taken in the same month
  const atClaim = { ...runtime, now: () => claimed.claimedAt };
  if (now.getTime() - claimed.claimedAt.getTime() < knownMs)
    try {
      await consumeUnits(ports['mints:spend'], atClaim, account, wanted);
      runtime.count({ Mints: 1 });
    } catch (error) {
      const isRefused = error instanceof ServiceError && ['QUOTA_EXCEEDED', 'KEY_LIMIT_EXCEEDED'].includes(error.code);
      if (isRefused) await images.withdraw(identity);
      throw isRefused && error.code === 'KEY_LIMIT_EXCEEDED' && daily ? dailyExceeded(daily) : error;
    }
  await images.pay(identity);
  return { ...claimed, isPaid: true };
};

/** What those are answered who ask for an image that could not be evaluated. */
const earlierFailure = async (ports: OnDemandPorts, { identity }: Asked): Promise<ServiceError> => {
  const found = await ports['onDemand:freeze'].failure(identity);
  return found && templateFaults.includes(found.code as ErrorCode)
    ? failSaying('INVALID_VARIABLES', found.message)
    : fail('RENDER_ERROR');
};

/** Ends the lease as what came of it says: what the template is to blame for is tried again after its backoff. */
const settleFailure = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  asked: Asked,
  turn: LeaseResult,
  error: unknown,
) => {
  const name = getLease(asked);
  const isKnown = error instanceof ServiceError;
  if (isKnown && templateFaults.includes(error.code)) {
    const { code, message } = error;
    const until = new Date(turn.lease.retryAt.getTime() + 2 * dayMs);
    await ports['onDemand:freeze'].recordFailure(asked.identity, { code, message }, asked.accountId, until);
    return recordFailure(ports, name, turn);
  }
  // a quota, a key or a template that is not there costs a few reads: nothing to wait for
  return isKnown && error.code !== 'SERVER_ERROR'
    ? releaseLease(ports, name, turn)
    : releaseWithBackoff(ports, name, turn, getShortBackoffEnd(runtime.now()));
};

const getLease = ({ identity }: Asked): string => `on-demand ${identity}`;

/** Has the image frozen by one request at a time; the others wait for it. */
const freezeInTurn = async (ports: OnDemandPorts, runtime: Runtime, asked: Asked): Promise<FrozenImage> => {
  const time = sharedTime(patienceMs);
  for (;;) {
    const turn = await acquireLease(ports, runtime, getLease(asked));
    if (turn.isOurs) {
      try {
        const image = await freeze(ports, runtime, asked);
        await releaseLease(ports, getLease(asked), turn);
        return image;
      } catch (thrown) {
        const error = asAnswered(thrown);
        // a lease that is not settled ends by itself: no reason to lose the error
        await settleFailure(ports, runtime, asked, turn, error).catch((cause: unknown) => {
          runtime.log('error', 'lease not settled', { cause });
        });
        throw error;
      }
    }
    const isWaiting = isHeld(turn.lease, runtime.now());
    if (!isWaiting) throw await earlierFailure(ports, asked);
    if (!(await waitForLease(ports, runtime, getLease(asked), turn, time))) throw fail('RENDER_ERROR');
    const image = await ports['onDemand:freeze'].find(asked.identity);
    if (image?.isPaid) return image;
  }
};

/**
 * Delivers the image of an on-demand URL. The first request evaluates the template, takes one unit and freezes everything that decides about
 * the image; from then on it is a published image like any other (docs/decisions/0350). One that cannot be rendered shows the account's
 * fallback image, if it has one.
 *
 * @param readVariables reads a payload; @throws INVALID_VARIABLES.
 * @param epoch changes with what is revoked of the template's versions; the edge caches by it.
 * @throws URL_EXPIRED, INVALID_SIGNATURE, URL_DENIED, URL_REVOKED, INVALID_VARIABLES, SUBSCRIPTION_INACTIVE, TEMPLATE_NOT_FOUND,
 * VERSION_NOT_FOUND, QUOTA_EXCEEDED, VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH, SERVICE_UNAVAILABLE, RENDER_ERROR.
 */
export const renderOnDemand = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  rawPath: string,
  readVariables: (payload: string) => Readonly<Record<string, Json>>,
  reader?: ClientClass,
  epoch?: string,
): Promise<OnDemandDelivery> => {
  const verified = await verifyOnDemandUrl(ports['signingKeys:verify'], runtime, rawPath);
  await rejectEnded(ports, runtime, verified, verified.url.version ?? 0, epoch);
  let image: FrozenImage;
  try {
    image = await whileFailuresAreShort(runtime, async () => {
      const variables = readVariables(verified.url.payload);
      const wanted = readWanted(verified, variables);
      const asked = { ...verified, wanted, identity: onDemandIdentity(verified.accountId, verified.url, variables) };
      const frozen = await ports['onDemand:freeze'].find(asked.identity);
      return frozen?.isPaid ? frozen : freezeInTurn(ports, runtime, asked);
    });
  } catch (error) {
    countOnDemandFailure(runtime, error);
    if (error instanceof ServiceError) await recordRenderFailure(ports, runtime, verified, rawPath, error);
    const fallback = error instanceof ServiceError && (await deliverFallback(ports, runtime, verified, error, reader));
    if (fallback) return fallback;
    throw error;
  }
  // one that names no version shows the one of its first request, which may be revoked
  await rejectEnded(ports, runtime, verified, getVersion(image.query), epoch);
  return deliverImage(ports, runtime, image.query, reader, patienceMs);
};

/** Records for the account that a URL could not be rendered; a failure to do so is logged only. */
const recordRenderFailure = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  { accountId, url: { templateId } }: VerifiedUrl,
  path: string,
  { code, message }: ServiceError,
): Promise<void> => {
  if (endCodes.includes(code) && code !== 'TEMPLATE_NOT_FOUND') return;
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
 * @returns undefined where the failure stays: it has no fallback, or none that is delivered and can be rendered.
 */
const deliverFallback = async (
  ports: OnDemandPorts,
  runtime: Runtime,
  verified: VerifiedUrl,
  { code, message }: ServiceError,
  reader: ClientClass | undefined,
): Promise<OnDemandDelivery | undefined> => {
  if (!fallbackCodes.includes(code)) return undefined;
  try {
    const { query } = (await ports['fallback:read'].find(verified.accountId)) ?? {};
    if (!query) return undefined;
    const now = runtime.now();
    // what a URL says is read before its key and its account are
    await livingKey(ports, now, verified);
    const { account } = await ports['owners:read'].find(verified.accountId, verified.url.templateId);
    if (!account || !isServed(account, now)) return undefined;
    const shown = { ...verified, url: { ...verified.url, templateId: query.templateId } };
    // the edge has not asked about this template, so no epoch says how new an answer must be
    await rejectEnded(ports, runtime, shown, getVersion(query), undefined);
    const image = await deliverImage(ports, runtime, query, reader);
    const freshUntil = new Date(runtime.now().getTime() + failureMs);
    return { ...image, freshUntil, fallbackReason: `${code}: ${message}` };
  } catch (cause) {
    if (!(cause instanceof ServiceError && endCodes.includes(cause.code)))
      runtime.log('error', 'fallback image not delivered', { accountId: verified.accountId, cause });
    return undefined;
  }
};

/** Caches show for a minute that an image cannot be rendered, whatever the reason. */
const whileFailuresAreShort = async <T>(runtime: Runtime, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    const ends: readonly ErrorCode[] = ['INVALID_SIGNATURE', 'URL_EXPIRED'];
    if (!(error instanceof ServiceError) || ends.includes(error.code)) throw error;
    const retryAt = new Date(runtime.now().getTime() + failureMs);
    throw new ServiceError(error.code, [undefined] as never, { cause: error.cause, detail: error.message, retryAt });
  }
};
