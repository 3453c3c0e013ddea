import { toCanonicalJson } from 'image-url-contract/canonical-json.ts';
import { addMs } from 'image-url-contract/days.ts';
import { fail, ServiceError } from 'image-url-contract/errors.ts';
import type { limits } from 'image-url-contract/limits.ts';
import { getSigningKey } from 'image-url-contract/signing/keyring.ts';
import { isShortPart, type OnDemandUrl, signedPart } from 'image-url-contract/signing/on-demand-url.ts';
import { getServiceKeyId } from 'image-url-contract/signing/signing-secret.ts';
import { hasSiteImage, toPageVariables } from 'image-url-contract/sites/page-variables.ts';
import type { SiteImagePath } from 'image-url-contract/sites/site-path.ts';
import type { ClientClass } from 'image-url-engine/client-classes.ts';
import type { Json } from 'image-url-engine/values.ts';
import { isUsableBy, starterOwner } from '../access/ownership.ts';
import { pagesRead } from '../limits/budgets.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { SitePage, SiteRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { withVariables } from '../publishing/render-plan.ts';
import { findTemplateAt } from '../publishing/template-version.ts';
import { pageRetentionMs } from './page-lease.ts';

export type SitePorts = PortsOf<'renderSiteImage'>;

/** Milliseconds for which an unusable page is cached. */
const unusableMs = 5 * 60_000;

/** A request for the image of a page. */
export interface SiteRequest extends SiteImagePath {
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
export type Found = 'unread' | 'unnamed' | 'named';

export type Owners = Awaited<ReturnType<SitePorts['owners:read']['find']>>;

export class PageError extends ServiceError<'PAGE_NOT_USABLE'> {
  readonly found: Found;

  constructor(detail: string, retryAt: Date, found: Found = 'unread') {
    super('PAGE_NOT_USABLE', [], { detail, retryAt });
    this.found = found;
  }
}

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
export type PageImage = NonNullable<SitePage['image']>;
/** The image of a page that was just read. */
export interface AskedImage {
  readonly url: OnDemandUrl;
  /** What a signature would cover. */
  readonly part: string;
  readonly variables: Readonly<Record<string, Json>>;
}
/** What came of a page: its image, and work for after the answer; or why it was not read. */
type ReadPage =
  | (AskedImage & { readonly proving: Promise<void>; readonly after: () => Promise<unknown> })
  | { readonly notRead: ServiceError };

/**
 * Reads the page of an image. Its tags are the variables of an on-demand URL of the service's own key, which is the same
 * for the same texts and version of the template.
 *
 * @throws PAGE_NOT_USABLE for a page that cannot be fetched or does not reference the image
 */
export const readPage = async (
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
  const url = { key, templateId: site.templateId, format, payload, ...(version !== undefined && { version }) };
  const part = signedPart(url);
  // beside the image: the next request may be for another page
  const proving = admission.prove();
  if (!isShortPart({ key, part })) {
    await proving;
    throw new PageError(`The texts of the page ${page} are too long.`, retryAt, 'named');
  }
  return { url, part, variables, proving, after: () => Promise.all(pending) };
};

/** Returns empty texts for a starter's variables, so that none of its samples appears in the image. */
const getEmptyTexts = ({ variables }: TemplateRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variables.flatMap(({ name, defaultValue }) => (typeof defaultValue === 'string' ? [[name, '']] : [])),
  );
