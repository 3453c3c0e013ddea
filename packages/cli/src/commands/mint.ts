import type { MintRequest } from '../../../../lambdas/contract/schemas/mint.ts';
import { isImageAddress } from '../addresses.ts';
import { serviceOf } from '../api.ts';
import type { Answer, Context } from '../context.ts';
import { wrongUse } from '../failure.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { namedTemplate } from '../template-id.ts';

export interface MintOptions {
  readonly var?: readonly string[];
  readonly templateVersion?: number;
  readonly width?: number;
  readonly height?: number;
  readonly format?: string;
  readonly quality?: number;
  readonly devicePixelRatio?: number;
  readonly open?: boolean;
}

/** `title=Hello`, and `n:=3` for JSON that is no text. */
const variableOf = (given: string): [string, unknown] => {
  const [, name, isJson, value = ''] = /^([A-Za-z_]\w*)(:?)=([\s\S]*)$/.exec(given) ?? [];
  if (name === undefined)
    throw wrongUse(
      'INVALID_VARIABLE',
      `--var ${given} is no variable: write name=text, or name:=JSON for what is no text.`,
    );
  if (isJson === '') return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch (error) {
    throw wrongUse('INVALID_VARIABLE', `--var ${given}: what stands behind := is no JSON.`, error);
  }
};

/** `image-url mint`: a signed URL of a template with values for its variables. */
export const mint = async (
  context: Context,
  given: string,
  { var: variables = [], open, templateVersion: version, ...options }: MintOptions,
): Promise<Answer> => {
  const request = {
    templateId: (await namedTemplate(context, given)).templateId,
    variables: Object.fromEntries(variables.map(variableOf)),
    ...options,
    version,
    details: true,
  } as MintRequest;
  const service = serviceOf(context);
  const minted = await service.call('mintUrl', { body: request });
  for (const warning of minted.warnings ?? []) context.output.note(`warning: ${warning}`);
  if (open && isImageAddress(service.baseUrl, minted.url)) openInBrowser(new URL(minted.url).href);
  else if (open) context.output.note('warning: not opened, as this is no address of an image');
  return { json: minted, text: minted.url };
};
