import type { ClientClass } from '../../contract/client-classes.ts';
import { fail, failWithRetryAt, ServiceError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Json } from '../../contract/schemas/mint.ts';
import { toCanonicalJson } from '../../core/canonical-json.ts';
import { dayMs, startOfDay } from '../../core/days.ts';
import { getSigningKey } from '../../core/signing/keyring.ts';
import { getSignedPath } from '../../core/signing/on-demand-url.ts';
import { deriveSigningSecret, getServiceKeyId } from '../../core/signing/signing-secret.ts';
import { hasSiteImage, toPageVariables } from '../../core/sites/page-variables.ts';
import { readSitePath, type SiteImagePath } from '../../core/sites/site-path.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { SitePage, SiteRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { sharedTime } from '../../runtime/time-budget.ts';
import { pagesRead } from '../accounts/budgets.ts';
import { isUsableBy, starterOwner } from '../accounts/ownership.ts';
import { deliverFallback, type OnDemandDelivery, recordFailure } from '../images/on-demand-failure.ts';
import { acquireLease } from '../images/render-lease.ts';
import { renderOnDemand } from '../images/render-on-demand.ts';
import { findTemplateAt } from '../templates/versions.ts';

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
  /** Path of the request. */
  readonly path: string;
  readonly clientClass: ClientClass | undefined;
  /** Parses a payload; @throws INVALID_VARIABLES */
  readonly readVariables: (payload: string) => Readonly<Record<string, Json>>;
}

const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

const toPageError = (detail: string, retryAt: Date): ServiceError =>
  new ServiceError('PAGE_NOT_USABLE', [undefined] as never, { detail, retryAt });

/**
 * Reads the page of an image and signs an on-demand URL with its tags as variables.
 *
 * @returns the path of that URL, the same for the same texts and version of the template
 * @throws PAGE_NOT_USABLE for a page that cannot be fetched or does not reference the image
 */
const readPage = async (ports: SitePorts, runtime: Runtime, request: SiteRequest): Promise<string> => {
  const { site, page, path, format } = request;
  const now = runtime.now();
  const budget = pagesRead(site.siteId, now);
  if (!(await ports['budgets:consume'].consume(budget, 1)))
    throw toPageError(`${limits.sitePagesPerMinute} pages of this site were read in this minute.`, budget.endsAt);
  runtime.count({ PagesRead: 1 });
  const fetched = await ports['pages:fetch'].fetch(site.origin + page);
  const retryAt = addMs(now, unusableMs);
  if (!fetched.ok) throw toPageError(`The page ${page} cannot be read: ${fetched.reason}.`, retryAt);
  const { headEndedBy } = fetched.tags;
  const ended = headEndedBy === undefined ? '' : `; its head ends at <${headEndedBy}>`;
  if (!hasSiteImage(fetched.tags, path))
    throw toPageError(`The page ${page} does not name this image as its og:image or twitter:image${ended}.`, retryAt);

  const { account, template: current } = await ports['owners:read'].find(site.accountId, site.templateId);
  // a missing template is reported when the image is evaluated
  const template =
    account && current && isUsableBy(current, account)
      ? await findTemplateAt(ports, current, site.version).catch(() => undefined)
      : undefined;
  const found = toPageVariables(fetched.tags, template?.variables ?? [], site.map);
  const variables = { ...(template?.ownerId === starterOwner && getEmptyTexts(template)), ...found };
  const master = getSigningKey(await ports['keyring:verify'].keyring(runtime), now);
  if (!master) throw fail('RENDER_ERROR');
  const key = getServiceKeyId(master, site.accountId);
  const payload = Buffer.from(toCanonicalJson(variables)).toString('base64url');
  const version = site.version ?? template?.version;
  const asked = { key, templateId: site.templateId, format, payload, ...(version !== undefined && { version }) };
  const signed = getSignedPath(asked, deriveSigningSecret(master, key));
  if (signed.length > limits.urlBytes) throw toPageError(`The texts of the page ${page} are too long.`, retryAt);
  return signed;
};

/** Returns empty texts for a starter's variables, so that none of its samples appears in the image. */
const getEmptyTexts = ({ variables }: TemplateRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variables.flatMap(({ name, defaultValue }) => (typeof defaultValue === 'string' ? [[name, '']] : [])),
  );

/** Delivers the image of an on-demand URL within the site's daily limit of new images. */
const deliver = async (
  ports: SitePorts,
  runtime: Runtime,
  { site: { siteId, dailyRenders: limit }, clientClass, readVariables }: SiteRequest,
  image: string,
): Promise<SiteDelivery> => {
  const siteLimit = limit === undefined ? undefined : { keyId: siteId, limit, day: startOfDay(runtime.now()) };
  const delivered = await renderOnDemand(ports, runtime, image, readVariables, clientClass, undefined, siteLimit);
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

/** Stores what was read of a page. An error is not fatal: the page is then read again. */
const storePage = async (ports: SitePorts, runtime: Runtime, { site, path }: SiteRequest, page: SitePage) => {
  const { accountId, siteId } = site;
  try {
    await ports['sitePages:write'].put(accountId, siteId, path, page, addMs(page.readAgainAt, pageRetentionMs));
  } catch (cause) {
    runtime.log('error', 'page not remembered', { siteId, cause });
  }
};

/** Reads a page without a fresh image, under its lease, and delivers the result. */
const refresh = async (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  before: SitePage | undefined,
): Promise<SiteDelivery> => {
  const old = before?.image;
  const keep = { ...(old !== undefined && { image: old }) };
  const now = runtime.now();
  try {
    const image = await readPage(ports, runtime, request);
    const delivered = await deliver(ports, runtime, request, image);
    const { fallbackReason } = delivered;
    if (fallbackReason === undefined) {
      await storePage(ports, runtime, request, { image, readAgainAt: addMs(now, request.site.refreshSeconds * 1_000) });
      return delivered;
    }
    await storePage(ports, runtime, request, { ...keep, problem: fallbackReason, readAgainAt: addMs(now, failedMs) });
    return old === undefined ? delivered : await deliver(ports, runtime, request, old);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isOfPage = error.code === 'PAGE_NOT_USABLE';
    const readAgainAt = (isOfPage && error.retryAt) || addMs(now, failedMs);
    await storePage(ports, runtime, request, { ...keep, problem: error.message, readAgainAt });
    if (isOfPage) {
      runtime.count({ UnusablePages: 1 });
      await recordFailure(ports, runtime, request.site, request.path, error);
    }
    if (old !== undefined) return deliver(ports, runtime, request, old);
    if (isOfPage) return answerProblem(ports, runtime, request, error);
    throw error;
  }
};

/** Delivers the stored result of a page. */
const deliverStored = (
  ports: SitePorts,
  runtime: Runtime,
  request: SiteRequest,
  { image, problem = '', readAgainAt }: SitePage,
): Promise<SiteDelivery> =>
  image === undefined
    ? answerProblem(ports, runtime, request, toPageError(problem, readAgainAt))
    : deliver(ports, runtime, request, image);

/**
 * Delivers the image of a page that references it in its tags (docs/decisions/0361). The page is read by the first
 * request and again after `refreshSeconds`; meanwhile, and while it is unusable, the last image is delivered.
 *
 * @param readVariables parses a payload; @throws INVALID_VARIABLES
 * @throws SITE_NOT_FOUND, URL_DENIED, URL_REVOKED, PAGE_NOT_USABLE, INVALID_VARIABLES, SUBSCRIPTION_INACTIVE,
 * TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND, QUOTA_EXCEEDED, RENDER_ERROR
 */
export const renderSiteImage = async (
  ports: SitePorts,
  runtime: Runtime,
  path: string,
  readVariables: SiteRequest['readVariables'],
  clientClass?: ClientClass,
): Promise<SiteDelivery> => {
  const wanted = readSitePath(path);
  const site = wanted && (await ports['sites:read'].find(wanted.accountId, wanted.siteId));
  if (!wanted || !site) throw failWithRetryAt(addMs(runtime.now(), unknownMs), 'SITE_NOT_FOUND');
  const request = { ...wanted, site, path, clientClass, readVariables };
  const time = sharedTime(patienceMs);
  for (;;) {
    const page = await ports['sitePages:write'].find(site.siteId, path);
    if (page && runtime.now() < page.readAgainAt) return deliverStored(ports, runtime, request, page);
    const lease = await acquireLease(ports, runtime, `site-page ${site.siteId} ${path}`);
    if (lease.isOurs) {
      try {
        // another request may have read the page meanwhile
        const known = await ports['sitePages:write'].find(site.siteId, path);
        const isFresh = known !== undefined && runtime.now() < known.readAgainAt;
        return await (isFresh
          ? deliverStored(ports, runtime, request, known)
          : refresh(ports, runtime, request, known));
      } finally {
        await lease.release();
      }
    }
    // stale while another request reads the page
    if (page?.image !== undefined) return deliver(ports, runtime, request, page.image);
    if (!lease.isHeld || !(await lease.wait(time)))
      throw failWithRetryAt(addMs(runtime.now(), failedMs), 'RENDER_ERROR');
  }
};
