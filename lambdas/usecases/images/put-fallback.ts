import { fail, failSaying } from '../../contract/errors.ts';
import type { PutFallbackRequest, PutFallbackResponse } from '../../contract/schemas/fallback.ts';
import { expiryAfter } from '../../core/signing/expiry.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { fontsWhileEvaluating } from '../accounts/account-fonts.ts';
import { countTrial } from '../accounts/budgets.ts';
import { isUsableBy } from '../accounts/ownership.ts';
import { evaluateImage } from '../mint/prepare-url.ts';
import { signUrl } from '../mint/sign-url.ts';
import { storeTrees, treeExpiry } from '../mint/store-trees.ts';

/** Longest wait for the image host to render it, in milliseconds. */
const renderMs = 12_000;

/**
 * Sets or removes the fallback image of the caller's account. The template is evaluated once, without variables, and
 * its image is rendered.
 *
 * @throws TOO_MANY_TRIALS, TEMPLATE_NOT_FOUND, MISSING_TEMPLATE_VARIABLES, TEMPLATE_NOT_COMPILED; INVALID_VARIABLES
 * when the template fails or its image cannot be rendered.
 */
export const putFallback = async (
  ports: PortsOf<'putFallback'>,
  runtime: Runtime,
  caller: AccountRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  { templateId }: PutFallbackRequest,
): Promise<PutFallbackResponse> => {
  const { accountId } = caller;
  if (templateId === null) {
    await ports['fallback:write'].remove(accountId);
    return { templateId, version: null };
  }
  await countTrial(ports, runtime, caller);
  const template = templates.get(templateId);
  if (!template || !isUsableBy(template, caller)) throw fail('TEMPLATE_NOT_FOUND');
  const fonts = fontsWhileEvaluating(ports, caller, templates);
  const { query, address, tree } = await evaluateImage(ports, runtime, caller, template, {}, fonts);
  const now = runtime.now();
  const expiresAt = treeExpiry(now);
  await storeTrees(ports, runtime, new Map([[address, tree]]), accountId, expiresAt);
  const exp = expiryAfter(now, ports['signingKeys:read'].lifetimeDays);
  const url = await signUrl(ports['signingKeys:read'], runtime, { ...query, exp });
  const outcome = await ports['images:request'].request(url, renderMs).catch((cause: unknown) => {
    // then it is rendered when it is first used
    runtime.log('warn', 'fallback image not rendered ahead', { cause });
    return 'unknown';
  });
  if (outcome === 'failed') throw failSaying('INVALID_VARIABLES', 'The image of this template cannot be rendered.');
  await ports['fallback:write'].set(accountId, { query }, expiresAt);
  return { templateId, version: template.version };
};
