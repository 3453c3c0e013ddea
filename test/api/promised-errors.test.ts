import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../lambdas/contract/errors.ts';
import { type Route, type RouteId, routes } from '../../lambdas/contract/routes.ts';
import { everyNth } from '../support/effort.ts';
import { readUsage } from '../support/service.ts';
import { checkTemplate } from './errors/check-template.ts';
import { createTemplate } from './errors/create-template.ts';
import { putFallback } from './errors/fallback.ts';
import { createFont, deleteFont, listFonts } from './errors/fonts.ts';
import { generateTemplates } from './errors/generate-templates.ts';
import { getUsage, listRenderFailures } from './errors/get-usage.ts';
import { createKey, deleteKey, listKeys } from './errors/keys.ts';
import { mintUrl, mintUrls } from './errors/mint.ts';
import { getTemplate, listTemplates } from './errors/read-templates.ts';
import type { Refusals } from './errors/refusal.ts';
import { renderImage } from './errors/render-image.ts';
import { renderOnDemand } from './errors/render-on-demand.ts';
import { reviseTemplate } from './errors/revise-template.ts';
import { createRevocation, deleteRevocation, listRevocations } from './errors/revocations.ts';
import { createSigningKey, deleteSigningKey, listSigningKeys } from './errors/signing-keys.ts';
import { createSite, deleteSite, listSites, renderSiteImage, updateSite } from './errors/sites.ts';
import { updateTemplate } from './errors/update-template.ts';
import { deleteTemplate, getVersion, listVersions, restoreVersion } from './errors/versions.ts';

const refusals: { readonly [R in RouteId]: Refusals<R> } = {
  mintUrl,
  mintUrls,
  listTemplates,
  createTemplate,
  checkTemplate,
  generateTemplates,
  reviseTemplate,
  getTemplate,
  updateTemplate,
  deleteTemplate,
  listVersions,
  getVersion,
  restoreVersion,
  createFont,
  listFonts,
  deleteFont,
  createRevocation,
  listRevocations,
  deleteRevocation,
  createKey,
  listKeys,
  deleteKey,
  createSigningKey,
  listSigningKeys,
  deleteSigningKey,
  createSite,
  listSites,
  updateSite,
  deleteSite,
  renderSiteImage,
  putFallback,
  getUsage,
  listRenderFailures,
  renderImage,
  renderOnDemand,
};

/** What one middleware answers to every route alike: `npm test` has them for some of the routes. */
const shared = ['INVALID_API_KEY', 'KEY_INACTIVE', 'KEY_EXPIRED', 'NO_SUBSCRIPTION', 'SUBSCRIPTION_INACTIVE'];
const authenticated = (Object.keys(refusals) as RouteId[]).filter((id) => (routes[id] as Route).scope !== undefined);
const hasAll = new Set([...everyNth(authenticated, 6), 'mintUrl']);

describe.each(Object.entries(refusals))('%s', (id, byCode) => {
  const isShared = (code: string) => authenticated.includes(id as RouteId) && shared.includes(code);
  const rows = Object.entries(byCode).filter(([code]) => hasAll.has(id as RouteId) || !isShared(code));
  it.concurrent.each(rows)('answers %s and charges nothing', async (code, provoke) => {
    const { answer, caller, before = { mints: 0, generations: 0 } } = await provoke();

    expect(answer.json).toEqual({ code, message: expect.any(String) });
    const { statuses = {} } = routes[id as RouteId] as Route;
    const known = code as keyof typeof errorCatalogue;
    expect(answer.status).toBe(statuses[known] ?? errorCatalogue[known].status);
    expect(answer.headers.get('x-request-id')).toMatch(/./);
    // a render failure is cached until it may be retried
    const isShort =
      /^render(OnDemand|SiteImage)$/.test(id) &&
      /^(SITE_NOT_FOUND|PAGE_NOT_USABLE|INVALID_VARIABLES|SUBSCRIPTION_INACTIVE|(TEMPLATE|VERSION)_NOT_FOUND|QUOTA_EXCEEDED)$/.test(
        code,
      );
    const cached = code === 'RENDER_ERROR' || isShort ? /^public, max-age=\d+$/ : /^no-store$/;
    expect(answer.headers.get('cache-control')).toMatch(cached);
    if (caller) expect(await readUsage(caller)).toEqual(before);
  });

  it('has a row for every promised error', () => {
    expect(Object.keys(byCode).sort()).toEqual([...routes[id as RouteId].errors].sort());
  });
});
