import type { MintRequest } from 'image-url-contract/schemas/mint.ts';
import { isImageAddress } from '../addresses.ts';
import { getService } from '../api.ts';
import type { Answer, Context } from '../context.ts';
import type { ImageFlags } from '../image-flags.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { namedTemplate, withSuggestion } from '../template-id.ts';
import { getVariables } from '../variables.ts';

/** `size`: names of sizes, separated by commas. */
export type MintOptions = ImageFlags & {
  readonly var?: readonly string[];
  readonly templateVersion?: number;
  readonly form?: string;
  readonly open?: boolean;
};

/** `image-url mint`: prints a signed URL of a template with values for its variables. */
export const mint = async (
  context: Context,
  given: string,
  { var: variables = [], open, templateVersion: version, size, ...options }: MintOptions,
): Promise<Answer> => {
  const request = {
    templateId: (await namedTemplate(context, given)).templateId,
    variables: getVariables(variables),
    ...options,
    ...getSizes(size),
    version,
    details: true,
  } as MintRequest;
  const service = getService(context);
  const answer = await withSuggestion(context, service, given, service.call('mintUrl', { body: request }));
  const minted = 'urls' in answer ? Object.entries(answer.urls) : [['', answer] as const];
  const warnings = new Set(minted.flatMap(([, one]) => one.warnings ?? []));
  for (const warning of warnings) context.output.note(`warning: ${warning}`);
  for (const [, { url }] of open ? minted : []) {
    if (isImageAddress(service.baseUrl, url)) openInBrowser(new URL(url).href);
    else context.output.note('warning: not opened, as this is not an address of an image');
  }
  return { json: answer, text: minted.map(([name, { url }]) => (name ? `${name}  ${url}` : url)).join('\n') };
};

/** Several sizes are minted together. */
const getSizes = (given: string | undefined): Pick<MintRequest, 'size' | 'sizes'> => {
  const names = given?.split(',').map((name) => name.trim());
  return names && names.length > 1 ? { sizes: names } : { size: names?.[0] };
};
