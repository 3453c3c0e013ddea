import { errorCatalogue } from 'image-url-contract/errors.ts';
import { type Route, type RouteId, routes } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { everyNth } from '../support/effort.ts';
import { readUsage } from '../support/service.ts';
import * as assets from './errors/assets.ts';
import * as checking from './errors/check-template.ts';
import * as creating from './errors/create-template.ts';
import * as fallback from './errors/fallback.ts';
import * as fonts from './errors/fonts.ts';
import * as generating from './errors/generate-templates.ts';
import * as generations from './errors/generations.ts';
import * as usage from './errors/get-usage.ts';
import * as keys from './errors/keys.ts';
import * as minting from './errors/mint.ts';
import * as reading from './errors/read-templates.ts';
import type { Refusal, Refusals } from './errors/refusal.ts';
import * as images from './errors/render-image.ts';
import * as onDemand from './errors/render-on-demand.ts';
import * as revising from './errors/revise-template.ts';
import * as revocations from './errors/revocations.ts';
import * as signingKeys from './errors/signing-keys.ts';
import * as sites from './errors/sites.ts';
import * as updating from './errors/update-template.ts';
import * as versions from './errors/versions.ts';

const ofTemplates = {
  ...checking,
  ...creating,
  ...generating,
  ...generations,
  ...reading,
  ...revising,
  ...updating,
  ...versions,
};
const ofAccounts = { ...assets, ...fallback, ...fonts, ...usage, ...keys, ...revocations, ...signingKeys };
const everything = { ...ofTemplates, ...ofAccounts, ...images, ...minting, ...onDemand, ...sites };
const refusals: { readonly [R in RouteId]: Refusals<R> } = everything;
const ids = (Object.keys(refusals) as RouteId[]).filter((id) => Object.hasOwn(routes, id));

/** What authentication answers to every route alike: `npm test` has them for some of the routes. */
const shared = ['INVALID_API_KEY', 'KEY_INACTIVE', 'KEY_EXPIRED', 'NO_SUBSCRIPTION', 'SUBSCRIPTION_INACTIVE'];
const authenticated = ids.filter((id) => (routes[id] as Route).auth === 'apiKey');
const hasAll = new Set([...everyNth(authenticated, 6), 'mintUrl']);

describe.each(ids)('%s', (id) => {
  const isShared = (code: string) => authenticated.includes(id) && shared.includes(code);
  const byCode: Readonly<Record<string, () => Promise<Refusal>>> = refusals[id];
  const rows = Object.entries(byCode).filter(([code]) => hasAll.has(id) || !isShared(code));
  it.concurrent.each(rows)('answers %s and charges nothing', async (code, provoke) => {
    const { answer, caller, before = { mints: 0, generations: 0 } } = await provoke();

    const isBatch = ['mintUrl', 'mintUrls', 'generateTemplates'].includes(id) && 'item' in answer.json;
    expect(answer.json).toEqual({ code, message: expect.any(String), ...(isBatch && { item: expect.any(Number) }) });
    const { statuses = {} } = routes[id] as Route;
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
    expect(Object.keys(byCode).sort()).toEqual([...routes[id].errors].sort());
  });
});
