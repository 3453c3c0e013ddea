import { limits } from '../contract/limits.ts';
import type { ListTemplatesResponse, TemplateScope } from '../contract/schemas/template.ts';
import { chosenOptions } from '../core/picture/render-options.ts';
import { expiryAfter } from '../core/signing/expiry.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { starterOwner } from './ownership.ts';
import { presentDetails, presentTemplate } from './present-template.ts';
import { signUrl } from './sign-url.ts';

/** Previews live to the end of the next UTC day: long enough for an open page, too short to be a free image URL. */
const previewLifetimeDays = 1;

const ownersOf = (scope: TemplateScope, { accountId }: AccountRecord): string[] => [
  ...(scope === 'starter' ? [] : [accountId]),
  ...(scope === 'mine' ? [] : [starterOwner]),
];

/** Lists the caller's templates, newest first, then the starters. */
export const listTemplates = async (
  ports: PortsOf<'listTemplates'>,
  runtime: Runtime,
  caller: AccountRecord,
  scope: TemplateScope,
): Promise<ListTemplatesResponse> => {
  const now = runtime.now();
  /** '' where there is no preview, or its URL would be too long. */
  const previewUrl = async ({ templateId, preview, version, options }: TemplateRecord): Promise<string> => {
    if (!preview) return '';
    const exp = expiryAfter(now, previewLifetimeDays);
    const query = {
      templateId,
      uid: caller.accountId,
      exp,
      tv: String(version),
      options: chosenOptions({}, options),
      ...preview,
    };
    const url = await signUrl(ports['signingKeys:read'], runtime, query);
    return url.length > limits.urlBytes ? '' : url;
  };

  const found = await Promise.all(ownersOf(scope, caller).map((owner) => ports['templates:list'].ownedBy(owner)));
  const templates = found
    .flat()
    .slice(0, limits.listedTemplates)
    .map(async (template) => ({
      ...presentTemplate(template, runtime),
      ...presentDetails(template),
      signedPreviewUrl: await previewUrl(template),
    }));
  return { scope, templates: await Promise.all(templates) };
};
