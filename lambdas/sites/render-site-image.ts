import type { ClientClass } from 'image-url-engine/client-classes.ts';
import { sharedTime } from 'image-url-engine/workers.ts';
import { isUsableBy, starterOwner } from '../access/ownership.ts';
import { fail, failWithRetryAt, isServiceError, ServiceError } from '../contract/errors.ts';
import type { limits } from '../contract/limits.ts';
import { matchesPaths } from '../contract/page-globs.ts';
import { answerFailure, deliverFallback, type OnDemandDelivery } from '../deliver/on-demand-failure.ts';
import { recordFailure } from '../deliver/record-failure.ts';
import { rejectEnded } from '../deliver/reject-ended.ts';
import { type OwnLease, underLease } from '../deliver/render-lease.ts';
import { deliverOnDemand } from '../deliver/render-on-demand.ts';
import { toCanonicalJson } from '../domain/canonical-json.ts';
import { dayMs } from '../domain/days.ts';
import { isServed } from '../domain/quota/subscription.ts';
import { lastVersion } from '../domain/revocation.ts';
import { getSigningKey } from '../domain/signing/keyring.ts';
import { isShortPart, readOnDemandUrl, signedPart } from '../domain/signing/on-demand-url.ts';
import { getServiceKeyId } from '../domain/signing/signing-secret.ts';
import { hasSiteImage, toPageVariables } from '../domain/sites/page-variables.ts';
import { describeMissingFormat, hashSiteImage, readSitePath, type SiteImagePath } from '../domain/sites/site-path.ts';
import { failureMs, patienceMs } from '../domain/times.ts';
import { pagesRead } from '../limits/budgets.ts';
import { getDelegatedLimits, requireUnits } from '../limits/quota.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { SeenUsage } from '../ports/quotas.ts';
import type { SitePage, SiteRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { withVariables } from '../publishing/render-plan.ts';
import { findTemplateAt } from '../publishing/template-version.ts';

type SitePorts = PortsOf<'renderSiteImage'>;

/** Milliseconds for which an unusable page is cached. */
const unusableMs = 5 * 60_000;
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
  /** Whether the page had an image when it was last read. Anybody can request images of other pages. */
  readonly isKnown: boolean;
  /** Whether a page of the site has named its image. */
  readonly isProven: boolean;
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

/** What is read of the account of a site. */
interface Ahead {
  readonly owners: Owners;
  readonly usage: SeenUsage;
}

const readAhead = async (ports: SitePorts, { accountId, templateId }: SiteRecord): Promise<Ahead> => {
  const [owners, usage] = await Promise.all([
    ports['owners:read'].find(accountId, templateId),
    ports['mints:spend'].latest(accountId),
  ]);
  return { owners, usage };
};

/**
 * Returns account and template of a site whose account may have a new image.
 *
 * @throws SITE_NOT_FOUND for a closed account, URL_DENIED, URL_REVOKED, SUBSCRIPTION_INACTIVE, QUOTA_EXCEEDED
 */
const requireAccount = async (
  ports: SitePorts,
  runtime: Runtime,
  { site }: SiteRequest,
  reading: Promise<Ahead>,
): Promise<Ahead> => {
  const { accountId, siteId, templateId, version = 0 } = site;
  const [ahead] = await Promise.all([
    reading,
    rejectEnded(ports, runtime, { accountId, siteId, templateId, version, hash: '' }),
  ]);
  const { account } = ahead.owners;
  const now = runtime.now();
  if (!account || !isServed(account, now)) throw fail('SUBSCRIPTION_INACTIVE');
  const unit = { quota: 'mints', units: 1, keys: getSiteLimits(site, now), seen: ahead.usage } as const;
  await requireUnits(ports['mints:spend'], runtime, account, unit);
  return ahead;
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
  { site: { accountId, siteId }, isKnown, isProven }: SiteRequest,
): Promise<Admission | { readonly retryAt: Date }> => {
  const [budgets, pages] = [ports['siteBudgets:consume'], ports['sitePages:write']];
  const now = runtime.now();
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

/** The image of a page, as an on-demand URL names it. */
type PageImage = NonNullable<SitePage['image']>;
/** What came of a page: its image, and work for after the answer; or why it was not read. */
type ReadPage =
  | { readonly image: PageImage; readonly proving: Promise<void>; readonly after: () => Promise<unknown> }
  | { readonly notRead: ServiceError };

/**
 * Reads the page of an image. Its tags are the variables of an on-demand URL of the service's own key, which is the same
 * for the same texts and version of the template.
 *
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
  const pending: Promise<unknown>[] = [];
  const later = (work: Promise<unknown>) => pending.push(work);
  const payer = { accountId: site.accountId, purpose: `${admission.kind}Page`, now, later } as const;
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
  const asked = { templateId: site.templateId, format, payload, ...(version !== undefined && { version }) };
  const image = { key, part: signedPart(asked) };
  // beside the image: the next request may be for another page
  const proving = admission.prove();
  if (!isShortPart(image)) {
    await proving;
    throw new PageError(`The texts of the page ${page} are too long.`, retryAt, 'named');
  }
  return { image, proving, after: () => Promise.all(pending) };
};

/** Returns empty texts for a starter's variables, so that none of its samples appears in the image. */
const getEmptyTexts = ({ variables }: TemplateRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variables.flatMap(({ name, defaultValue }) => (typeof defaultValue === 'string' ? [[name, '']] : [])),
  );

/** Delivers an on-demand image within the site's limits of new images. */
const deliver = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  { key, part }: PageImage,
  ahead?: Ahead,
): Promise<SiteDelivery> => {
  const { site, clientClass, epoch, path } = request;
  const url = readOnDemandUrl({ key, part, signature: '' });
  if (!url) throw new Error('The image of a page cannot be read.');
  const of = { limits: getSiteLimits(site, runtime.now()), failureGroup: getFailureGroup(request, 'named') };
  const image = { accountId: site.accountId, url, part, path, clientClass, epoch, site: of };
  const delivered = await deliverOnDemand(ports, runtime, image, ahead);
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
const storePage = async (ports: SitePorts, runtime: Runtime, { site, page, path }: SiteRequest, stored: SitePage) => {
  const { accountId, siteId } = site;
  const { readAgainAt, image } = stored;
  const expiresAt = image === undefined ? readAgainAt : addMs(readAgainAt, pageRetentionMs);
  try {
    await ports['sitePages:write'].put(accountId, { siteId, page, path }, stored, expiresAt);
  } catch (cause) {
    runtime.log('error', 'page not remembered', { siteId, cause });
  }
};

/** Adds work after the answer. */
const withAfter = (delivered: SiteDelivery, work: () => Promise<unknown>): SiteDelivery => ({
  ...delivered,
  after: async () => {
    await Promise.all([delivered.after?.(), work()]);
  },
});

/** Reads a page whose account may have a new image, and delivers the result. */
const readAndDeliver = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  ahead: Ahead,
  old: PageImage | undefined,
): Promise<SiteDelivery> => {
  const now = runtime.now();
  // a refresh that is asked for while the page is read is not lost
  const keep = { readAt: now, ...(old !== undefined && { image: old }) };
  try {
    const read = await readPage(ports, runtime, request, ahead.owners);
    // not awaited: nothing is stored for a page that was not read
    if ('notRead' in read)
      return old === undefined
        ? answerProblem(ports, runtime, request, read.notRead)
        : deliver(ports, runtime, request, old);
    const delivering = deliver(ports, runtime, request, read.image, ahead);
    await Promise.allSettled([delivering, read.proving]);
    const delivered = withAfter(await delivering, read.after);
    const { fallbackReason } = delivered;
    if (fallbackReason === undefined) {
      const readAgainAt = addMs(now, request.site.refreshSeconds * 1_000);
      const page = { image: read.image, readAt: now, readAgainAt };
      return withAfter(delivered, () => storePage(ports, runtime, request, page));
    }
    await storePage(ports, runtime, request, { ...keep, problem: fallbackReason, readAgainAt: addMs(now, failureMs) });
    return old === undefined ? delivered : await deliver(ports, runtime, request, old);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const isOfPage = error instanceof PageError;
    const readAgainAt = (isOfPage && error.retryAt) || addMs(now, failureMs);
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
  old: PageImage | undefined,
  reading: Promise<Ahead>,
): Promise<SiteDelivery> => {
  let ahead: Ahead;
  try {
    ahead = await requireAccount(ports, runtime, request, reading);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (old !== undefined) return deliver(ports, runtime, request, old);
    const origin = { ...request.site, failureGroup: getFailureGroup(request, 'unread') };
    return answerFailure(ports, runtime, origin, request.path, error, undefined, request.clientClass);
  }
  return readAndDeliver(ports, runtime, request, ahead, old);
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
 * Returns the site of an image, the parts of its path, and what was read of its page.
 *
 * @throws SITE_NOT_FOUND; PAGE_NOT_USABLE for a page outside `paths`
 */
const findSite = async (ports: SitePorts, runtime: Runtime, path: string) => {
  const wanted = readSitePath(path);
  const { accountId = '', siteId = '', page: at = '' } = wanted ?? {};
  const found = wanted && (await ports['sitePages:write'].findWithSite(accountId, { siteId, page: at, path }));
  const until = addMs(runtime.now(), unknownMs);
  const detail = describeMissingFormat(path);
  if (!wanted && detail !== undefined) throw new ServiceError('SITE_NOT_FOUND', [], { detail, retryAt: until });
  if (!wanted || !found?.site) throw failWithRetryAt(until, 'SITE_NOT_FOUND');
  const { site, page: stored, isProven } = found;
  if (site.paths && !matchesPaths(site.paths, wanted.page))
    throw new PageError(`The paths of this site do not include ${wanted.page}.`, until);
  return { wanted, site, stored, isProven };
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
  const { wanted, site, stored, isProven } = await findSite(ports, runtime, path);
  const { accountId, siteId, templateId } = site;
  const { page } = wanted;
  // a version is known, and looked up, only with the image
  const revocable = { accountId, siteId, templateId, hash: hashSiteImage(wanted), version: lastVersion, epoch };
  const toRequest = (found: SitePage | undefined): SiteRequest => ({
    ...{ ...wanted, site, path, clientClass, epoch, isProven },
    isKnown: found?.image !== undefined,
  });
  const isDue = (found: SitePage | undefined) => !found || runtime.now() >= found.readAgainAt;
  // read beside the verdict, without which no page is read
  const ahead = !hasEnded(site, runtime.now()) && isDue(stored) ? readAhead(ports, site) : undefined;
  ahead?.catch(() => undefined);
  const verdict = rejectEnded(ports, runtime, revocable);
  verdict.catch(() => undefined);
  let found = stored;
  let isFirst = true;
  const look = async (): Promise<SitePage | undefined> => {
    if (!isFirst) found = await ports['sitePages:write'].find({ siteId, page, path });
    isFirst = false;
    return found;
  };
  const name = `site-page ${siteId} ${path}`;
  return underLease<SiteDelivery>(ports, runtime, name, sharedTime(patienceMs.page), {
    find: async () => {
      const known = await look();
      const isOver = hasEnded(site, runtime.now());
      // the lease is acquired beside the verdict, too
      if (!isOver && isDue(known)) return undefined;
      await verdict;
      return isOver || !known
        ? deliverEnded(ports, runtime, toRequest(known), known)
        : deliverStored(ports, runtime, toRequest(known), known);
    },
    make: async (lease) => {
      try {
        await verdict;
        // another request may have read the page meanwhile
        const known = await look();
        const request = toRequest(known);
        const delivered = await (known && !isDue(known)
          ? deliverStored(ports, runtime, request, known)
          : refresh(ports, runtime, request, known?.image, ahead ?? readAhead(ports, site)));
        return withRelease(delivered, lease);
      } catch (error) {
        await lease.release();
        throw error;
      }
    },
    // stale while another request reads the page
    meanwhile: async () => {
      await verdict;
      return found?.image === undefined ? undefined : deliver(ports, runtime, toRequest(found), found.image);
    },
    refuse: async () => failWithRetryAt(addMs(runtime.now(), failureMs), 'RENDER_ERROR'),
  });
};

/** Releases the lease of a page after the answer, when what was read is stored. */
const withRelease = (delivered: SiteDelivery, lease: OwnLease): SiteDelivery => ({
  ...delivered,
  after: async () => {
    try {
      await delivered.after?.();
    } finally {
      await lease.release();
    }
  },
});
