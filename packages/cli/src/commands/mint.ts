import type { MintRequest } from '../../../../lambdas/contract/schemas/mint.ts';
import { isImageAddress } from '../addresses.ts';
import { getService } from '../api.ts';
import type { Answer, Context } from '../context.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { namedTemplate, orNearest } from '../template-id.ts';
import { getVariables } from '../variables.ts';

export interface MintOptions {
  readonly var?: readonly string[];
  readonly templateVersion?: number;
  readonly width?: number;
  readonly height?: number;
  readonly format?: string;
  readonly quality?: number;
  readonly devicePixelRatio?: number;
  readonly form?: string;
  readonly open?: boolean;
}

/** `image-url mint`: a signed URL of a template with values for its variables. */
export const mint = async (
  context: Context,
  given: string,
  { var: variables = [], open, templateVersion: version, ...options }: MintOptions,
): Promise<Answer> => {
  const request = {
    templateId: (await namedTemplate(context, given)).templateId,
    variables: getVariables(variables),
    ...options,
    version,
    details: true,
  } as MintRequest;
  const service = getService(context);
  const minted = await orNearest(context, service, given, service.call('mintUrl', { body: request }));
  for (const warning of minted.warnings ?? []) context.output.note(`warning: ${warning}`);
  if (open && isImageAddress(service.baseUrl, minted.url)) openInBrowser(new URL(minted.url).href);
  else if (open) context.output.note('warning: not opened, as this is no address of an image');
  return { json: minted, text: minted.url };
};
