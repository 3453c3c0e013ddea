import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../lambdas/contract/errors.ts';
import { type RouteId, routes } from '../../lambdas/contract/routes.ts';
import { usageOf } from '../support/service.ts';
import { checkTemplate } from './errors/check-template.ts';
import { createTemplate } from './errors/create-template.ts';
import { createFont, deleteFont, listFonts } from './errors/fonts.ts';
import { generateTemplates } from './errors/generate-templates.ts';
import { getUsage } from './errors/get-usage.ts';
import { mintUrl, mintUrls } from './errors/mint.ts';
import { getTemplate, listTemplates } from './errors/read-templates.ts';
import type { Refusals } from './errors/refusal.ts';
import { renderImage } from './errors/render-image.ts';
import { reviseTemplate } from './errors/revise-template.ts';
import { createRevocation, deleteRevocation, listRevocations } from './errors/revocations.ts';
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
  getUsage,
  renderImage,
};

describe.each(Object.entries(refusals))('%s', (id, byCode) => {
  it.concurrent.each(Object.entries(byCode))('answers %s and charges nothing', async (code, provoke) => {
    const { answer, caller, before = { mints: 0, generations: 0 } } = await provoke();

    expect(answer.json).toEqual({ code, message: expect.any(String) });
    expect(answer.status).toBe(errorCatalogue[code as keyof typeof errorCatalogue].status);
    expect(answer.headers.get('x-request-id')).toMatch(/./);
    // that a picture cannot be drawn is kept until it may be tried again
    const kept = code === 'RENDER_ERROR' ? /^public, max-age=\d+$/ : /^no-store$/;
    expect(answer.headers.get('cache-control')).toMatch(kept);
    if (caller) expect(await usageOf(caller)).toEqual(before);
  });

  it('has a row for every promised error', () => {
    expect(Object.keys(byCode).sort()).toEqual([...routes[id as RouteId].errors].sort());
  });
});
