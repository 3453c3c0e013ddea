import { fail, failSaying } from '../../contract/errors.ts';
import type { CreateSiteRequest, SiteResponse } from '../../contract/schemas/site.ts';
import { newSiteId, siteRandomBytes } from '../../core/sites/site-path.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isUsableBy } from '../accounts/ownership.ts';
import { siteCount, toSiteResponse } from './site-response.ts';

/** How long an image is shown before its page is read again, where a site says nothing else. */
const refreshSeconds = 3_600;

/** @throws INVALID_BODY for the service's own image host, whose answers are no pages. */
const rejectOwnHost = (origin: string, imageUrl: string): void => {
  if (new URL(origin).host === new URL(imageUrl).host)
    throw failSaying('INVALID_BODY', 'origin is the image host; name the origin of the pages.');
};

/**
 * Creates a site.
 *
 * @throws INVALID_BODY, TEMPLATE_NOT_FOUND, TOO_MANY_SITES.
 */
export const createSite = async (
  ports: PortsOf<'createSite'>,
  runtime: Runtime,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  request: CreateSiteRequest,
): Promise<SiteResponse> => {
  const { accountId } = caller;
  rejectOwnHost(request.origin, ports['sites:create'].imageUrl);
  const template = templates.get(request.templateId);
  if (!template || !isUsableBy(template, caller)) throw fail('TEMPLATE_NOT_FOUND');
  const now = runtime.now();
  const site = {
    accountId,
    siteId: newSiteId(accountId, runtime.randomBytes(siteRandomBytes)),
    origin: request.origin,
    templateId: request.templateId,
    version: request.version ?? undefined,
    map: request.map ?? {},
    refreshSeconds: request.refreshSeconds ?? refreshSeconds,
    dailyRenders: request.dailyRenders ?? undefined,
    createdAt: now,
    updatedAt: now,
  };
  const [budgets, budget] = [ports['budgets:consume'], siteCount(caller)];
  if (!(await budgets.consume(budget, 1))) throw fail('TOO_MANY_SITES');
  try {
    await ports['sites:create'].put(site);
  } catch (error) {
    // if the release fails, the account can have one site less; the original error matters more
    await budgets.release(budget, 1).catch(() => undefined);
    throw error;
  }
  return toSiteResponse(site);
};
