import { fail } from '../../contract/errors.ts';
import type { SiteResponse, UpdateSiteRequest } from '../../contract/schemas/site.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isUsableBy } from '../accounts/ownership.ts';
import { toSiteResponse } from './site-response.ts';

const triesAtMost = 5;

/**
 * Changes a site of the caller's account. Its images follow when their pages are read again.
 *
 * @throws TEMPLATE_NOT_FOUND, SITE_NOT_FOUND.
 */
export const updateSite = async (
  ports: PortsOf<'updateSite'>,
  runtime: Runtime,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  siteId: string,
  { version, dailyRenders, ...request }: UpdateSiteRequest,
): Promise<SiteResponse> => {
  const template = request.templateId === undefined ? undefined : templates.get(request.templateId);
  if (request.templateId !== undefined && !(template && isUsableBy(template, caller))) throw fail('TEMPLATE_NOT_FOUND');
  const change = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const before = await ports['sites:update'].find(caller.accountId, siteId);
    if (!before) throw fail('SITE_NOT_FOUND');
    const site = {
      ...before,
      ...change,
      // null removes them
      ...(version !== undefined && { version: version ?? undefined }),
      ...(dailyRenders !== undefined && { dailyRenders: dailyRenders ?? undefined }),
      updatedAt: new Date(Math.max(runtime.now().getTime(), before.updatedAt.getTime() + 1)),
    };
    if (await ports['sites:update'].replace(site, before)) return toSiteResponse(site);
  }
  throw new Error('A site was changed again and again meanwhile.');
};
