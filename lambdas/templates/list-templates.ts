import { limits } from 'image-url-contract/limits.ts';
import type { TemplateScope } from 'image-url-contract/schemas/template.ts';
import { resolveOptions } from 'image-url-engine/options.ts';
import { coversTemplate } from '../access/delegation.ts';
import { starterOwner } from '../access/ownership.ts';
import { getExpiryAfter } from '../domain/signing/expiry.ts';
import { hasUnits } from '../limits/quota.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import type { UseCase } from '../ports/use-case.ts';
import { withVariables } from '../publishing/render-plan.ts';
import { signUrl } from '../publishing/sign-url.ts';
import { toDetailsResponse, toTemplateResponse } from './template-response.ts';

/** Previews are valid until the end of the next UTC day: enough for an open page, not for a free image URL. */
const previewLifetimeDays = 1;

const getOwners = (scope: TemplateScope, { accountId }: AccountRecord): string[] => [
  ...(scope === 'starter' ? [] : [accountId]),
  ...(scope === 'mine' ? [] : [starterOwner]),
];

/** Lists the caller's templates, newest first, then the starters. */
export const listTemplates: UseCase<'listTemplates'> = async (ports, runtime, { caller, query: { scope } }) => {
  const now = runtime.now();
  /** Returns the URL of the preview; '' if there is none, it is not listed, or its URL would be too long. */
  const getPreviewUrl = async (template: TemplateRecord, hasUnitsLeft: boolean): Promise<string> => {
    const { templateId, preview, version, options, ownerId } = template;
    // an account without units gets no renders; previews of starters are the same for all accounts
    if (!preview || !(hasUnitsLeft || ownerId === starterOwner)) return '';
    const exp = getExpiryAfter(now, previewLifetimeDays);
    const query = {
      templateId,
      uid: caller.accountId,
      exp,
      tv: String(version),
      options: resolveOptions({}, options),
      ...preview,
    };
    const url = await signUrl(ports, runtime, query);
    return url.length > limits.urlBytes ? '' : url;
  };

  const [hasUnitsLeft, ...found] = await Promise.all([
    hasUnits(ports['usage:read'], runtime, caller),
    ...getOwners(scope, caller).map((owner) => ports['templates:list'].ownedBy(owner)),
  ]);
  const templates = found
    .flat()
    .filter(({ templateId }) => coversTemplate(runtime.apiKey, templateId))
    .slice(0, limits.listedTemplates)
    .map(async (template) => ({
      ...toTemplateResponse(await withVariables(ports, runtime, template)),
      ...toDetailsResponse(template),
      signedPreviewUrl: await getPreviewUrl(template, hasUnitsLeft),
    }));
  return { scope, templates: await Promise.all(templates) };
};
