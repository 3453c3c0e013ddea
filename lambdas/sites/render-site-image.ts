import type { ClientClass } from 'image-url-engine/client-classes.ts';
import { sharedTime } from 'image-url-engine/workers.ts';
import { isUsableBy, starterOwner } from '../access/ownership.ts';
import { fail, failWithRetryAt, isServiceError, ServiceError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { matchesPaths } from '../contract/page-globs.ts';
import { answerFailure, deliverFallback, type OnDemandDelivery, recordFailure } from '../deliver/on-demand-failure.ts';
import { rejectEnded } from '../deliver/reject-ended.ts';
import { acquireLease } from '../deliver/render-lease.ts';
import { renderOnDemand } from '../deliver/render-on-demand.ts';
import { toCanonicalJson } from '../domain/canonical-json.ts';
import { dayMs } from '../domain/days.ts';
import { isServed } from '../domain/quota/subscription.ts';
import { lastVersion } from '../domain/revocation.ts';
import { getSigningKey } from '../domain/signing/keyring.ts';
import { getSignedPath } from '../domain/signing/on-demand-url.ts';
import { deriveSigningSecret, getServiceKeyId } from '../domain/signing/signing-secret.ts';
import { hasSiteImage, toPageVariables } from '../domain/sites/page-variables.ts';
import { hashSiteImage, readSitePath, type SiteImagePath } from '../domain/sites/site-path.ts';
import { pagesRead } from '../limits/budgets.ts';
import { getDelegatedLimits, requireUnits } from '../limits/quota.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { SitePage, SiteRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { withVariables } from '../publishing/render-plan.ts';
import { findTemplateAt } from '../publishing/template-version.ts';

type SitePorts = PortsOf<'renderSiteImage'>;

/** Milliseconds that a request waits while another one reads the same page; below CloudFront's timeout. */
const patienceMs = 50_000;
/** Milliseconds for which an unusable page, or a new image that cannot be rendered, is cached. */
const unusableMs = 5 * 60_000;
const failedMs = 60_000;
/** Milliseconds for which the response for an unknown site may be cached. */
const unknownMs = 60_000;
/** Milliseconds for which the image of a page without requests is stored. */
const pageRetentionMs = 30 * dayMs;

/** The current image of a page. A fallback image has a shorter cache time. */
export type SiteDelivery = OnDemandDelivery & { readonly isPointer?: boolean };

/** A request for the image of a page. */
interface SiteRequest extends SiteImagePath {
  readonly site: SiteRecord;
  readonly path: string;
  readonly clientClass: ClientClass | undefined;
  /** State of the edge's entries, part of its cache key. */
  readonly epoch: string | undefined;
  /** Parses a payload; @throws INVALID_VARIABLES */
  /** Whether the page had an image when it was last read. Anybody can request images of other pages. */
  readonly isKnown: boolean;
}

/** What is known of a page without an image when it fails: it was not read, was read, or names the image. */
type Found = 'unread' | 'unnamed' | 'named';

type Owners = Awaited<ReturnType<SitePorts['owners:read']['find']>>;

const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

class PageError extends ServiceError {
  readonly found: Found;

  constructor(detail: string, retryAt: Date, found: Found = 'unread') {
    super('PAGE_NOT_USABLE', [undefined] as never, { detail, retryAt });
    this.found = found;
  }
}

const getSiteLimits = (site: SiteRecord, now: Date) => getDelegatedLimits('site', site.siteId, site, now);

/**
 * Returns the group of failures of pages without an image: one record a minute for all that were found alike, so that
 * requests for invented paths do not hide the failure of a page that names its image.
 */
const getFailureGroup = ({ site, isKnown }: SiteRequest, found: Found): string | undefined =>
  isKnown ? undefined : `site ${site.siteId} ${found}`;

/**
 * Returns account and template of a site whose account may have a new image.
 *
 * @throws SITE_NOT_FOUND for a closed account, URL_DENIED, URL_REVOKED, SUBSCRIPTION_INACTIVE, QUOTA_EXCEEDED
 */
const requireAccount = async (ports: SitePorts, runtime: Runtime, { site }: SiteRequest): Promise<Owners> => {
  const { accountId, siteId, templateId, version = 0 } = site;
  await rejectEnded(ports, runtime, { accountId, siteId, templateId, version, hash: '' });
  const owners = await ports['owners:read'].find(accountId, templateId);
  const now = runtime.now();
  if (!owners.account || !isServed(owners.account, now)) throw fail('SUBSCRIPTION_INACTIVE');
  const unit = { quota: 'mints', units: 1, keys: getSiteLimits(site, now) } as const;
  await requireUnits(ports['mints:spend'], runtime, owners.account, unit);
  return owners;
};

/** A page that may be read, counted against one of the budgets of its site. */
interface Admission {
  readonly kind: keyof typeof limits.sitePagesPerMinute;
  /** Moves a page that proved right from the budget of unknown pages to that of known ones, while that lasts. */
  prove(): Promise<void>;
}

/**
 * Counts a page that is about to be read. Pages without an image have a budget of their own, so that requests for
 * invented paths never keep the images of other pages from being read again.
 *
 * @returns when the budget ends, if it is used up
 */
const admitPage = async (
  ports: SitePorts,
  runtime: Runtime,
  { site: { accountId, siteId }, isKnown }: SiteRequest,
): Promise<Admission | { readonly retryAt: Date }> => {
  const [budgets, pages] = [ports['siteBudgets:consume'], ports['sitePages:write']];
  const now = runtime.now();
  const isProven = isKnown || (await pages.isProven(siteId));
  const known = pagesRead(siteId, 'known', now);
  const kind = isKnown ? 'known' : isProven ? 'unknown' : 'unproven';
  const budget = pagesRead(siteId, kind, now);
  if (!(await budgets.consume(budget, 1))) return { retryAt: budget.endsAt };
  const prove = async (): Promise<void> => {
    if (isKnown) return;
    try {
      if (await budgets.consume(known, 1)) await budgets.release(budget, 1);
      if (!isProven) await pages.prove(accountId, siteId, now, addMs(now, pageRetentionMs));
    } catch (cause) {
      runtime.log('warn', 'page not counted as known', { siteId, cause });
    }
  };
  return { kind, prove };
};

/** What came of a page: the path of the on-demand URL of its image, or why it was not read. */
type ReadPage = { readonly image: string } | { readonly notRead: ServiceError };

/**
 * Reads the page of an image and signs an on-demand URL with its tags as variables.
 *
 * @returns the path of that URL, the same for the same texts and version of the template
 * @throws PAGE_NOT_USABLE for a page that cannot be fetched or does not reference the image
 */
const readPage = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  { account, template: current }: Owners,
): Promise<ReadPage> => {
  const { site, page, path, format } = request;
  const now = runtime.now();
  const admission = await admitPage(ports, runtime, request);
  const notRead = (what: string, until: Date) => ({
    notRead: new PageError(`Too many ${what}; ${page} was not.`, until),
  });
  if ('retryAt' in admission) return notRead('pages of this site were read in this minute', admission.retryAt);
  runtime.count({ PagesRead: 1 });
  const payer = { accountId: site.accountId, purpose: `${admission.kind}Page`, now } as const;
  const fetched = await ports['pages:fetch'].fetch(site.origin + page, payer);
  const retryAt = addMs(now, unusableMs);
  if (!fetched.ok && fetched.isOverBudget) return notRead('bytes of pages were read in this hour', retryAt);
  if (!fetched.ok) throw new PageError(`The page ${page} cannot be read: ${fetched.reason}.`, retryAt);
  const { headEndedBy } = fetched.tags;
  const ended = headEndedBy === undefined ? '' : `; its head ends at <${headEndedBy}>`;
  if (!hasSiteImage(fetched.tags, path))
    throw new PageError(
      `The page ${page} does not name this image as its og:image or twitter:image${ended}.`,
      retryAt,
      'unnamed',
    );
  await admission.prove();

  // a missing template is reported when the image is evaluated
  const recorded =
    account && current && isUsableBy(current, account)
      ? await findTemplateAt(ports, current, site.version).catch(() => undefined)
      : undefined;
  const template = recorded && (await withVariables(ports, runtime, recorded));
  const found = toPageVariables(fetched.tags, template?.variables ?? [], site.map);
  const variables = { ...(template?.ownerId === starterOwner && getEmptyTexts(template)), ...found };
  const master = getSigningKey(await ports['keyring:read'].keyring(runtime), now);
  if (!master) throw fail('RENDER_ERROR');
  const key = getServiceKeyId(master, site.accountId);
  const payload = Buffer.from(toCanonicalJson(variables)).toString('base64url');
  const version = site.version ?? template?.version;
  const asked = { key, templateId: site.templateId, format, payload, ...(version !== undefined && { version }) };
  const signed = getSignedPath(asked, deriveSigningSecret(master, key));
  if (signed.length > limits.urlBytes)
    throw new PageError(`The texts of the page ${page} are too long.`, retryAt, 'named');
  return { image: signed };
};

/** Returns empty texts for a starter's variables, so that none of its samples appears in the image. */
const getEmptyTexts = ({ variables }: TemplateRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variables.flatMap(({ name, defaultValue }) => (typeof defaultValue === 'string' ? [[name, '']] : [])),
  );

/** Delivers the image of an on-demand URL within the site's limits of new images. */
const deliver = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  image: string,
): Promise<SiteDelivery> => {
  const { site, clientClass, epoch } = request;
  const of = { limits: getSiteLimits(site, runtime.now()), failureGroup: getFailureGroup(request, 'named') };
  const delivered = await renderOnDemand(ports, runtime, image, clientClass, epoch, of);
  return delivered.fallbackReason === undefined ? { ...delivered, isPointer: true } : delivered;
};

/** Responds for a page without an image: with the account's fallback image or the error. */
const answerProblem = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  error: ServiceError,
): Promise<SiteDelivery> => {
  const fallback = await deliverFallback(ports, runtime, request.site, error, request.clientClass);
  if (fallback) return fallback;
  throw error;
};

/**
 * Stores what was read of a page: one without an image until it may be read again. An error is not fatal: the page is
 * then read again.
 */
const storePage = async (
  ports: SitePorts,
  runtime: Runtime,
  { site, page, path }: SiteRequest,
  result: Omit<SitePage, 'readAt'>,
) => {
  const { accountId, siteId } = site;
  const { readAgainAt, image } = result;
  const expiresAt = image === undefined ? readAgainAt : addMs(readAgainAt, pageRetentionMs);
  const stored = { ...result, readAt: runtime.now() };
  try {
    await ports['sitePages:write'].put(accountId, { siteId, page, path }, stored, expiresAt);
  } catch (cause) {
    runtime.log('error', 'page not remembered', { siteId, cause });
  }
};

/** Reads a page whose account may have a new image, and delivers the result. */
const readAndDeliver = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  owners: Owners,
  old: string | undefined,
): Promise<SiteDelivery> => {
  const keep = { ...(old !== undefined && { image: old }) };
  const now = runtime.now();
  try {
    const read = await readPage(ports, runtime, request, owners);
    // not awaited: nothing is stored for a page that was not read
    if ('notRead' in read)
      return old === undefined
        ? answerProblem(ports, runtime, request, read.notRead)
        : deliver(ports, runtime, request, old);
    const delivered = await deliver(ports, runtime, request, read.image);
    const { fallbackReason } = delivered;
    if (fallbackReason === undefined) {
      const readAgainAt = addMs(now, request.site.refreshSeconds * 1_000);
      await storePage(ports, runtime, request, { image: read.image, readAgainAt });
      return delivered;
    }
    await storePage(ports, runtime, request, { ...keep, problem: fallbackReason, readAgainAt: addMs(now, failedMs) });
    return old === undefined ? delivered : await deliver(ports, runtime, request, old);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const isOfPage = error instanceof PageError;
    const readAgainAt = (isOfPage && error.retryAt) || addMs(now, failedMs);
    await storePage(ports, runtime, request, { ...keep, problem: error.message, readAgainAt });
    if (isOfPage) {
      runtime.count({ UnusablePages: 1 });
      const origin = { ...request.site, failureGroup: getFailureGroup(request, error.found) };
      await recordFailure(ports, runtime, origin, request.path, error);
    }
    if (old !== undefined) return deliver(ports, runtime, request, old);
    if (isOfPage) return answerProblem(ports, runtime, request, error);
    throw error;
  }
};

/**
 * Reads a page without a fresh image, under its lease, and delivers the result. Nothing is fetched or stored for an
 * account that may have no new image: it keeps the images that it has.
 */
const refresh = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  old: string | undefined,
): Promise<SiteDelivery> => {
  let owners: Owners;
  try {
    owners = await requireAccount(ports, runtime, request);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (old !== undefined) return deliver(ports, runtime, request, old);
    const origin = { ...request.site, failureGroup: getFailureGroup(request, 'unread') };
    return answerFailure(ports, runtime, origin, request.path, error, undefined, request.clientClass);
  }
  return readAndDeliver(ports, runtime, request, owners, old);
};

const deliverStored = (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  { image, problem = '', readAgainAt }: SitePage,
): Promise<SiteDelivery> =>
  image === undefined
    ? answerProblem(ports, runtime, request, new PageError(problem, readAgainAt))
    : deliver(ports, runtime, request, image);

const hasEnded = ({ expiresAt }: SiteRecord, now: Date): boolean => expiresAt !== undefined && expiresAt <= now;

/** Delivers the last image of a page whose site has ended: no page is read any more. @throws SITE_NOT_FOUND */
const deliverEnded = (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  stored: SitePage | undefined,
): Promise<SiteDelivery> => {
  if (stored?.image === undefined) throw failWithRetryAt(addMs(runtime.now(), unknownMs), 'SITE_NOT_FOUND');
  return deliver(ports, runtime, request, stored.image);
};

/**
 * Returns the site of an image, and the parts of its path.
 *
 * @throws SITE_NOT_FOUND; PAGE_NOT_USABLE for a page outside `paths`
 */
const findSite = async (ports: SitePorts, runtime: Runtime, path: string) => {
  const wanted = readSitePath(path);
  const site = wanted && (await ports['sites:read'].find(wanted.accountId, wanted.siteId));
  const until = addMs(runtime.now(), unknownMs);
  if (!wanted || !site) throw failWithRetryAt(until, 'SITE_NOT_FOUND');
  if (site.paths && !matchesPaths(site.paths, wanted.page))
    throw new PageError(`The paths of this site do not include ${wanted.page}.`, until);
  return { wanted, site };
};

/**
 * Delivers the image of a page that references it in its tags (docs/decisions/0361). The page is read by the first
 * request and again after `refreshSeconds`; meanwhile, and while it is unusable, the last image is delivered.
 *
 * @param epoch changes with revocations and denied templates; part of the edge's cache key
 * @throws SITE_NOT_FOUND, URL_DENIED, URL_REVOKED, PAGE_NOT_USABLE, INVALID_VARIABLES, SUBSCRIPTION_INACTIVE,
 * TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, QUOTA_EXCEEDED, RENDER_ERROR
 */
export const renderSiteImage = async (
  ports: SitePorts,
  runtime: Runtime,
  path: string,
  clientClass?: ClientClass,
  epoch?: string,
): Promise<SiteDelivery> => {
  const { wanted, site } = await findSite(ports, runtime, path);
  const { accountId, siteId, templateId } = site;
  const { page } = wanted;
  // a version is known, and looked up, only with the image
  const revocable = { accountId, siteId, templateId, hash: hashSiteImage(wanted), version: lastVersion, epoch };
  await rejectEnded(ports, runtime, revocable);
  const key = { siteId, page, path };
  const toRequest = (found: SitePage | undefined): SiteRequest => ({
    ...{ ...wanted, site, path, clientClass, epoch },
    isKnown: found?.image !== undefined,
  });
  const time = sharedTime(patienceMs);
  for (;;) {
    const stored = await ports['sitePages:write'].find(key);
    if (hasEnded(site, runtime.now())) return deliverEnded(ports, runtime, toRequest(stored), stored);
    if (stored && runtime.now() < stored.readAgainAt) return deliverStored(ports, runtime, toRequest(stored), stored);
    const lease = await acquireLease(ports, runtime, `site-page ${siteId} ${path}`);
    if (lease.isOurs) {
      try {
        // another request may have read the page meanwhile
        const found = await ports['sitePages:write'].find(key);
        const isFresh = found !== undefined && runtime.now() < found.readAgainAt;
        return await (isFresh
          ? deliverStored(ports, runtime, toRequest(found), found)
          : refresh(ports, runtime, toRequest(found), found?.image));
      } finally {
        await lease.release();
      }
    }
    // stale while another request reads the page
    if (stored?.image !== undefined) return deliver(ports, runtime, toRequest(stored), stored.image);
    if (!lease.isHeld || !(await lease.wait(time)))
      throw failWithRetryAt(addMs(runtime.now(), failedMs), 'RENDER_ERROR');
  }
};
